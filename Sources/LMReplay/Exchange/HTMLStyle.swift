/// The look of a report's page, in light and dark.
enum HTMLStyle {
    static let sheet = """
        :root { color-scheme: light dark; --ink: light-dark(#1c1e21, #e8e8ea); --soft: light-dark(#6b7078, #9aa0a8);
          --line: light-dark(#e3e5e8, #34373c); --card: light-dark(#ffffff, #1d1f23); --ground: light-dark(#f5f6f8, #131417);
          --text: #2f7de1; --reasoning: #9a6be0; --tool: #e08a2c; --end: #3a9d5d; --error: #d8453f;
          --other: light-dark(#b9bec6, #555a62); --wait: light-dark(#d9dde3, #3a3e45); }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--ground); color: var(--ink);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
        header, main { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
        header { padding-top: 2.5rem; } h1 { font-size: 1.5rem; margin: 0; overflow-wrap: anywhere; }
        header p, .facts, .legend, .scale { color: var(--soft); margin: .25rem 0 0; }
        section { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem;
          margin: 1.5rem 0; }
        h2 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; font-weight: 600; }
        .number { display: inline-block; min-width: 1.6em; text-align: center; border-radius: 6px; background: var(--wait);
          margin-right: .3em; }
        .status { font-weight: 600; } .s2 { color: var(--end); } .s4, .s5, .s0 { color: var(--error); }
        .timeline { display: block; width: 100%; height: 46px; margin-top: 1rem; } .timeline line { stroke: var(--line); }
        rect.text, i.text { fill: var(--text); background: var(--text); }
        rect.reasoning, i.reasoning { fill: var(--reasoning); background: var(--reasoning); }
        rect.tool, i.tool { fill: var(--tool); background: var(--tool); }
        rect.end, i.end { fill: var(--end); background: var(--end); }
        rect.error, i.error { fill: var(--error); background: var(--error); }
        rect.other, i.other { fill: var(--other); background: var(--other); }
        rect.wait, i.wait { fill: var(--wait); background: var(--wait); }
        rect.idle { fill: transparent; stroke: var(--other); stroke-dasharray: 3 3; }
        i.idle { background: transparent; outline: 1px dashed var(--other); }
        .scale { display: flex; justify-content: space-between; font-size: .8rem; margin-top: -6px; }
        .legend span { margin-right: 1.1em; font-size: .85rem; white-space: nowrap; }
        .legend i { display: inline-block; width: .8em; height: .8em; border-radius: 3px; margin-right: .4em; }
        .conversation { margin-top: 1.1rem; display: grid; gap: .6rem; }
        .turn { border-left: 3px solid var(--other); padding: .1rem 0 .1rem .8rem; }
        .turn b { font-size: .78rem; color: var(--soft); font-weight: 600; letter-spacing: .03em; }
        .turn pre { margin: .1rem 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
        .turn img { display: block; min-width: 3rem; max-width: 20rem; max-height: 16rem; margin: .3rem 0;
          border-radius: 6px; image-rendering: auto; }
        .conversation details { margin: 0; } .conversation details .turn { margin-top: .6rem; }
        .turn.answer { border-color: var(--text); } .turn.reasoning { border-color: var(--reasoning); }
        .turn.reasoning pre { color: var(--soft); font-style: italic; } .turn.tool { border-color: var(--tool); }
        .turn.error { border-color: var(--error); } .turn.tool pre { font-family: ui-monospace, monospace; font-size: .85rem; }
        dl { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: 1.1rem 0 0; }
        dt { font-size: .78rem; color: var(--soft); } dd { margin: 0; font-variant-numeric: tabular-nums; }
        details { margin-top: 1.1rem; } summary { cursor: pointer; color: var(--soft); }
        table { width: 100%; border-collapse: collapse; margin-top: .6rem; font-size: .82rem; table-layout: fixed; }
        th { text-align: left; color: var(--soft); font-weight: 500; } th:nth-child(1) { width: 4.5rem; }
        th:nth-child(2) { width: 16rem; } td { border-top: 1px solid var(--line); padding: .25rem .5rem .25rem 0;
          vertical-align: top; overflow-wrap: anywhere; } code { font: .78rem/1.45 ui-monospace, monospace; }
        tr.text td:nth-child(2) { color: var(--text); } tr.reasoning td:nth-child(2) { color: var(--reasoning); }
        tr.tool td:nth-child(2) { color: var(--tool); } tr.error td:nth-child(2) { color: var(--error); }
        tr.end td:nth-child(2) { color: var(--end); }
        @media (max-width: 40rem) { th:nth-child(2) { width: 9rem; } }
        """
}
