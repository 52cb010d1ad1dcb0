package tuning

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"melee/rules"
)

// A Subject is an evaluation whose weights can be fitted.
type Subject struct {
	// Weights are those it is built with, in one row.
	Weights []float64
	// Samples tells what a position of a game has; places are where the seats ended.
	Samples func(g rules.Game, places []float64) []Sample
	// Text writes its file of weights with others in place of its own.
	Text func(weights []float64, provenance string) ([]byte, error)
}

// A Part is a number or a list of numbers in a file of weights.
type Part struct {
	Name  string
	Count int // numbers in the list; 1 is a number alone
}

// A Layout tells which weight of a row stands where in a file.
type Layout []Part

// Len returns how many weights there are.
func (l Layout) Len() int {
	n := 0
	for _, p := range l {
		n += p.Count
	}
	return n
}

// provenance is where a file tells what its weights come from.
const provenance = "Provenance"

// Read reads the weights of a JSON object. The error names the part that is
// missing, has another number of numbers, or is not known.
func (l Layout) Read(text []byte) (weights []int32, from string, err error) {
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(text, &parts); err != nil {
		return nil, "", err
	}
	if err := json.Unmarshal(parts[provenance], &from); err != nil {
		return nil, "", fmt.Errorf("%s: %w", provenance, err)
	}
	for _, p := range l {
		list := make([]int32, 0, p.Count)
		var target any = &list
		if p.Count == 1 {
			list = append(list, 0)
			target = &list[0]
		}
		text, ok := parts[p.Name]
		if !ok {
			return nil, "", errors.New(p.Name + " is missing")
		}
		if err := json.Unmarshal(text, target); err != nil {
			return nil, "", fmt.Errorf("%s: %w", p.Name, err)
		}
		if len(list) != p.Count {
			return nil, "", fmt.Errorf("%s has %d numbers, want %d", p.Name, len(list), p.Count)
		}
		weights = append(weights, list...)
	}
	if len(parts) != len(l)+1 {
		return nil, "", fmt.Errorf("there are %d parts, want %d", len(parts), len(l)+1)
	}
	return weights, from, nil
}

// Write writes the object that Read reads, one part a line after the given indent.
func (l Layout) Write(weights []int32, from, indent string) []byte {
	var b bytes.Buffer
	quoted, _ := json.Marshal(from) // a string can always be written
	fmt.Fprintf(&b, "{\n%s  %q: %s", indent, provenance, quoted)
	for _, p := range l {
		var value any = weights[:p.Count]
		if p.Count == 1 {
			value = weights[0]
		}
		list, _ := json.Marshal(value)
		fmt.Fprintf(&b, ",\n%s  %q: %s", indent, p.Name, bytes.ReplaceAll(list, []byte(","), []byte(", ")))
		weights = weights[p.Count:]
	}
	fmt.Fprintf(&b, "\n%s}", indent)
	return b.Bytes()
}

// Rounded returns weights as a file has them.
func Rounded(weights []float64) []int32 {
	list := make([]int32, len(weights))
	for i, w := range weights {
		list[i] = int32(w + 0.5)
		if w < 0 {
			list[i] = int32(w - 0.5)
		}
	}
	return list
}

// Row returns weights of a file as a fit takes them.
func Row(weights []int32) []float64 {
	row := make([]float64, len(weights))
	for i, w := range weights {
		row[i] = float64(w)
	}
	return row
}

// Better returns what the first of two places is against the second.
func Better(first, second float64) float32 {
	switch {
	case first < second:
		return 1
	case first > second:
		return 0
	}
	return 0.5
}
