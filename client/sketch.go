package client

import (
	"bytes"
	"fmt"
	"strconv"
)

// WithSketch makes followed tables fold of each patch only Seq, Status, Turn,
// Legal, Hash, Beat and the tokens of Plies, at a tenth of the cost; the other
// fields stay as they were in the last whole view. It is for programs that
// follow very many tables, or know the rules themselves.
func WithSketch() Option { return func(c *Client) { c.sketch = true } }

// sketch folds the parts of a patch that a sketch has. The keys it looks for
// stand in no other place of a patch: inside a text a quotation mark has a backslash before it.
func (v *View) sketch(seq int64, text []byte) error {
	if turn := after(text, `"turn":`); turn != nil {
		if err := v.Turn.UnmarshalJSON(until(turn, ",}")); err != nil {
			return fmt.Errorf("patch %d: %w", seq, err)
		}
	}
	if status := after(text, `"status":"`); status != nil {
		v.Status = string(until(status, `"`))
	}
	if hash := after(text, `"hash":"`); hash != nil {
		v.Hash = string(until(hash, `"`))
	}
	if beat := after(text, `"beat":`); beat != nil {
		ms, err := strconv.ParseInt(string(until(beat, ",}")), 10, 64)
		if err != nil {
			return fmt.Errorf("patch %d: %w", seq, err)
		}
		v.Beat = ms
	}
	if err := v.sketchPlies(seq, text); err != nil {
		return err
	}
	if legal := after(text, `"legal":[`); legal != nil {
		v.Legal = v.Legal[:0]
		for _, move := range bytes.Split(until(legal, `]`), []byte(",")) {
			if move = bytes.Trim(move, `"`); len(move) > 0 {
				v.Legal = append(v.Legal, string(move))
			}
		}
	}
	v.Seq = seq
	return nil
}

func (v *View) sketchPlies(seq int64, text []byte) error {
	plies := after(text, `,"plies":[`)
	from := after(text, `"from":`)
	if plies == nil || from == nil {
		return nil
	}
	n, err := strconv.Atoi(string(until(from, ",}")))
	if at := n - v.From; err != nil || at < 0 || at > len(v.Plies) {
		return fmt.Errorf("patch %d continues the record at a ply that is not there", seq)
	}
	v.Plies = v.Plies[:n-v.From]
	for {
		if plies = after(plies, `"token":"`); plies == nil {
			return nil
		}
		v.Plies = append(v.Plies, Ply{N: v.From + len(v.Plies) + 1, Token: string(until(plies, `"`))})
	}
}

// after returns what follows a key, nil if it is not there.
func after(text []byte, key string) []byte {
	if i := bytes.Index(text, []byte(key)); i >= 0 {
		return text[i+len(key):]
	}
	return nil
}

// until returns what stands before the first of some signs.
func until(text []byte, signs string) []byte {
	if i := bytes.IndexAny(text, signs); i >= 0 {
		return text[:i]
	}
	return text
}
