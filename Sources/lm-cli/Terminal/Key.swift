/// What a person does on the keyboard.
enum Key: Sendable, Hashable {
    /// Characters that are typed.
    case text(String)
    /// Text that came at once from the clipboard, with its line feeds.
    case paste(String)
    case enter
    /// A line feed inside the message: Alt-Enter or Ctrl-J.
    case newline
    case backspace, delete
    case left, right, up, down, home, end
    case wordLeft, wordRight
    case deleteWord, deleteToStart, deleteToEnd
    case tab, escape
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D.
    case endOfFile
    /// Ctrl-Z.
    case suspend
    /// Ctrl-L.
    case clear
    /// Ctrl-G.
    case editor
}
