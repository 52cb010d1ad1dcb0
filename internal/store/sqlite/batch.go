package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"melee/internal/table"
)

// A row of the journal holds the events of one transaction, one after the
// other: table id, number, time (ns since 1970), kind, body and command; texts
// behind their length, numbers as varints.

// appendEvent adds an event of a table to a row.
func appendEvent(dst []byte, id string, e *table.Event) ([]byte, error) {
	body, err := e.Body()
	if err != nil {
		return dst, err
	}
	dst = appendString(dst, id)
	dst = binary.AppendVarint(dst, e.Seq)
	dst = binary.AppendVarint(dst, e.At.UnixNano())
	dst = appendString(dst, e.Kind())
	dst = append(binary.AppendUvarint(dst, uint64(len(body))), body...)
	return appendString(dst, e.Command), nil
}

func appendString(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// An entry is an event as a row of the journal has it; its texts are part of the row.
type entry struct {
	table               []byte
	seq, at             int64
	kind, body, command []byte
	size                int // in bytes
}

var errEntry = errors.New("an event is cut off")

// readEntry reads the first event of a row.
func readEntry(row []byte) (entry, error) {
	var e entry
	rest, ok := row, true
	text := func() (t []byte) {
		n, used := binary.Uvarint(rest)
		if used <= 0 || n > uint64(len(rest)-used) {
			ok, rest = false, nil
			return nil
		}
		t, rest = rest[used:used+int(n)], rest[used+int(n):]
		return t
	}
	number := func() int64 {
		n, used := binary.Varint(rest)
		if used <= 0 {
			ok, rest = false, nil
			return 0
		}
		rest = rest[used:]
		return n
	}
	e.table, e.seq, e.at = text(), number(), number()
	e.kind, e.body, e.command = text(), text(), text()
	if !ok {
		return entry{}, errEntry
	}
	e.size = len(row) - len(rest)
	return e, nil
}

// entries calls each with every event of a row and where it begins.
func entries(row []byte, each func(at int, e entry) error) error {
	for at := 0; at < len(row); {
		e, err := readEntry(row[at:])
		if err != nil {
			return err
		}
		if err := each(at, e); err != nil {
			return err
		}
		at += e.size
	}
	return nil
}

// event returns what the entry says.
func (e *entry) event() (table.Event, error) {
	return parseEvent(e.seq, e.at, string(e.kind), e.body, string(e.command))
}

// parseEvent makes an event of what is stored of it.
func parseEvent(seq, at int64, kind string, body []byte, command string) (table.Event, error) {
	fact, err := table.ParseFact(kind, body)
	if err != nil {
		return table.Event{}, fmt.Errorf("event %d: %w", seq, err)
	}
	return table.Event{Seq: seq, At: time.Unix(0, at).UTC(), Fact: fact, Command: command}, nil
}
