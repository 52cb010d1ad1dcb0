package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// A frame is a message of the server.
type frame struct {
	kind string // view, p, a, x, h or bye
	seq  int64  // of p, a, x and h
	id   string // of a and x
	body []byte // of view and p
	no   Refusal
	why  string // of bye
	at   int64  // of h: the server's time
}

var errFrame = errors.New("the server sent a frame that cannot be read")

// parseFrame reads a frame. Views and patches are left in their JSON.
func parseFrame(text []byte) (frame, error) {
	var f frame
	rest, ok := bytes.CutPrefix(text, []byte(`["`))
	kind, rest, cut := bytes.Cut(rest, []byte(`",`))
	rest, closed := bytes.CutSuffix(rest, []byte("]"))
	if !ok || !cut || !closed {
		return f, fmt.Errorf("%w: %.60s", errFrame, text)
	}
	f.kind = string(kind)
	var err error
	switch f.kind {
	case "view":
		f.body = rest
	case "p":
		number, body, found := bytes.Cut(rest, []byte(","))
		if !found {
			return f, errFrame
		}
		f.body = body
		f.seq, err = strconv.ParseInt(string(number), 10, 64)
	case "a":
		err = list(text, &f.id, &f.seq)
	case "x":
		err = list(text, &f.id, &f.no.Code, &f.no.Text, &f.seq)
	case "h":
		err = list(text, &f.at, &f.seq)
	case "bye":
		err = list(text, &f.why)
	}
	if err != nil {
		return f, fmt.Errorf("%w: %.60s", errFrame, text)
	}
	return f, nil
}

// list reads what follows the first element of a JSON array; more may follow.
func list(text []byte, into ...any) error {
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	if len(all) < len(into)+1 {
		return errFrame
	}
	for i, to := range into {
		if err := json.Unmarshal(all[i+1], to); err != nil {
			return err
		}
	}
	return nil
}
