/// The items of a response's output, found by what its events say of their place.
struct OutputItems: Sendable {
    /// The items in the order in which they were first heard of.
    private(set) var list: [OutputItem] = []
    /// By `output_index`.
    private var byOutput: [Int: Int] = [:]
    /// By identifier, the items in the order in which they were first heard of.
    private var byID: [String: [Int]] = [:]
    /// The numbers that items have been given.
    private var numbers: Set<Int> = []
    /// A number above all of these.
    private var nextNumber = 0
    /// The item of the last event that named its place, and that place. Deltas come in runs.
    private var last: (output: Int?, id: String?, position: Int)?

    subscript(position: Int) -> OutputItem {
        get { list[position] }
        _modify { yield &list[position] }
    }

    /// The item that the server gave this position in the output; `nil` where there is none.
    func position(atOutput output: Int) -> Int? { byOutput[output] }

    /// The positions in ``list``, in the order of the output.
    var ordered: [Int] { list.indices.sorted { list[$0].index < list[$1].index } }

    /// The item that an event speaks of. One that was not announced is made.
    @inline(__always)
    mutating func find(_ place: EventPlace, _ kind: OutputItem.Kind?) -> Int {
        if let last, last.output == place.output, last.id == place.itemID, !list[last.position].isDone,
            kind.map({ list[last.position].kind == $0 }) ?? true
        {
            return last.position
        }
        return search(place, kind)
    }

    private mutating func search(_ place: EventPlace, _ kind: OutputItem.Kind?) -> Int {
        func fits(_ position: Int) -> Bool { kind.map { list[position].fits($0) } ?? true }
        let named = place.itemID.flatMap { byID[$0] } ?? []
        if let output = place.output {
            if let position = byOutput[output] {
                // Where the two disagree, the identifier decides: servers give one index to items that are open at the
                // same time. One that names no item says nothing: some servers change it from event to event.
                if !named.contains(position), let other = named.last(where: { fits($0) && !list[$0].isDone }) {
                    return note(place, other)
                }
                // The next that began here, where the one before it is whole.
                if list[position].isDone, let next = list.firstIndex(where: { $0.isWaiting(at: output, kind) }) {
                    byOutput[output] = next
                    return note(place, next)
                }
                if fits(position) { return note(place, position) }
            } else if let position = named.last(where: { list[$0].output == nil && fits($0) })
                ?? list.firstIndex(where: { $0.output == nil && $0.index == output }), fits(position)
            {
                // An item may have been announced without the index that its later events bear.
                list[position].output = output
                byOutput[output] = position
                return note(place, position)
            }
        } else if let position = named.last, fits(position) {
            return note(place, position)
        }
        // A server that mixes its indexes or identifiers up still means the item that is open.
        let isLost = place.output.map { byOutput[$0] != nil } ?? true
        if isLost, let position = list.lastIndex(where: { !$0.isDone && (kind == nil || $0.kind == kind) }) {
            return position
        }
        return make(place, kind)
    }

    /// The item that an event announces. A place that another item has left is given to the new one.
    mutating func announce(_ place: EventPlace, _ kind: OutputItem.Kind, id: String?) -> Int {
        var place = place
        if place.itemID == nil { place.itemID = id }
        let known = place.output.map { byOutput[$0] } ?? place.itemID.map { byID[$0]?.last } ?? nil
        let position: Int
        if let known, !list[known].isDone, list[known].fits(kind),
            !list[known].wasAnnounced || id != nil && list[known].mayBe(id)
        {
            position = known
        } else {
            position = make(place, kind)
            // Of two without a name that are open at one place, what comes is of the first until that is whole.
            if id == nil, let output = place.output, let known, !list[known].isDone, list[known].kind == kind {
                byOutput[output] = known
            }
        }
        list[position].kind = kind
        list[position].wasAnnounced = true
        name(position, id)
        return position
    }

    /// The item that an event says is whole.
    mutating func complete(_ place: EventPlace, _ kind: OutputItem.Kind, id: String?) -> Int {
        var place = place
        if place.itemID == nil { place.itemID = id }
        var position = find(place, kind)
        if list[position].isDone, !list[position].mayBe(id) { position = make(place, kind) }
        list[position].kind = kind
        name(position, id)
        return position
    }

    /// Takes in the identifier of an item that has none yet.
    mutating func name(_ position: Int, _ id: String?) {
        guard let id, list[position].id == nil else { return }
        list[position].id = id
        byID[id, default: []].append(position)
    }

    /// Makes an item.
    mutating func make(_ place: EventPlace, _ kind: OutputItem.Kind?) -> Int {
        let index = place.output.flatMap { numbers.contains($0) ? nil : $0 } ?? nextNumber
        numbers.insert(index)
        nextNumber = max(nextNumber, index &+ 1)
        var item = OutputItem(index: index)
        item.kind = kind
        item.output = place.output
        list.append(item)
        let position = list.count - 1
        if let output = place.output { byOutput[output] = position }
        name(position, place.itemID)
        last = nil
        return position
    }

    private mutating func note(_ place: EventPlace, _ position: Int) -> Int {
        last = (place.output, place.itemID, position)
        return position
    }
}
