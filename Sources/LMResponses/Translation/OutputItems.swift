/// The items of a response's output, found by what its events say of their place.
struct OutputItems: Sendable {
    /// The items in the order in which they were first heard of.
    private(set) var list: [OutputItem] = []
    /// By `output_index`.
    private var byOutput: [Int: Int] = [:]
    /// By identifier, for items that came without an `output_index`.
    private var byID: [String: Int] = [:]
    /// The numbers that items have been given.
    private var numbers: Set<Int> = []
    /// A number above all of these.
    private var nextNumber = 0
    /// The item of the last event that named its place, and that place. Deltas come in runs.
    private var last: (output: Int, position: Int)?
    private var lastNamed: (id: String, position: Int)?

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
        if let output = place.output {
            if let last, last.output == output, kind.map({ list[last.position].kind == $0 }) ?? true {
                return last.position
            }
        } else if let id = place.itemID, let lastNamed, lastNamed.id == id,
            kind.map({ list[lastNamed.position].kind == $0 }) ?? true
        {
            return lastNamed.position
        }
        return search(place, kind)
    }

    private mutating func search(_ place: EventPlace, _ kind: OutputItem.Kind?) -> Int {
        func fits(_ position: Int) -> Bool { kind.map { list[position].fits($0) } ?? true }
        if let output = place.output {
            if let position = byOutput[output], fits(position) { return note(output, position) }
            // An item may have been announced without the index that its later events bear.
            if byOutput[output] == nil, numbers.contains(output),
                let position = list.firstIndex(where: { $0.index == output }), fits(position)
            {
                byOutput[output] = position
                return note(output, position)
            }
        } else if let id = place.itemID, let position = byID[id], fits(position) {
            lastNamed = (id, position)
            return position
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
        let known = place.output.map { byOutput[$0] } ?? place.itemID.map { byID[$0] } ?? nil
        let position: Int
        if let known, !list[known].isDone, list[known].fits(kind) {
            position = known
        } else {
            position = make(place, kind)
        }
        list[position].kind = kind
        if list[position].id == nil { list[position].id = id }
        return position
    }

    /// The item that an event says is whole.
    mutating func complete(_ place: EventPlace, _ kind: OutputItem.Kind, id: String?) -> Int {
        var place = place
        if place.itemID == nil { place.itemID = id }
        let position = find(place, kind)
        list[position].kind = kind
        if list[position].id == nil { list[position].id = id }
        return position
    }

    /// Makes an item.
    mutating func make(_ place: EventPlace, _ kind: OutputItem.Kind?) -> Int {
        let index = place.output.flatMap { numbers.contains($0) ? nil : $0 } ?? nextNumber
        numbers.insert(index)
        nextNumber = max(nextNumber, index &+ 1)
        var item = OutputItem(index: index)
        item.kind = kind
        item.id = place.itemID
        list.append(item)
        let position = list.count - 1
        if let output = place.output { byOutput[output] = position }
        if let id = place.itemID, place.output == nil { byID[id] = position }
        last = nil
        lastNamed = nil
        return position
    }

    private mutating func note(_ output: Int, _ position: Int) -> Int {
        last = (output, position)
        return position
    }
}
