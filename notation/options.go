// Package notation reads and writes the text forms of games and their options
// that files and protocols use. It does no I/O of its own choice: input and output are arguments.
package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"melee/rules"
)

// maxOptions bounds the JSON text of options, in bytes.
const maxOptions = 64 << 10

// maxNumber bounds a number among the options, in characters: [rules.ParseCount] reads no more.
const maxNumber = 9

// OptionsFromJSON reads a JSON object of options: a word is a string, a number
// a number or a string of digits, a truth value true or false, seats a list of
// names in any order. A key that is missing or null is not given; an empty text
// and null are no options. What is given stays, be it the default: F6 reads a
// position in another way where the setup is named. The error holds every fault.
func OptionsFromJSON(v *rules.Variant, raw []byte) (rules.Options, error) {
	if len(raw) > maxOptions {
		return nil, fmt.Errorf("options: %d bytes are more than the %d allowed", len(raw), maxOptions)
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return rules.Options{}, nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrongType) {
			return nil, fmt.Errorf(`options: must be a JSON object such as {"name":"value"}, not a JSON %s`, wrongType.Value)
		}
		return nil, fmt.Errorf("options: not JSON: %w", err)
	}
	given := rules.Options{}
	var faults rules.Faults
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value := object[name]
		optionType, known := typeOf(v, name)
		if !known {
			given[short(name)] = "" // for CheckOptions to refuse
			continue
		}
		if string(value) == "null" {
			continue
		}
		text, err := optionText(v, optionType, value)
		if err != nil {
			faults.Add("option "+name, short(string(value)), err.Error())
			continue
		}
		given[name] = text
	}
	_, err := v.CheckOptions(given)
	var more rules.Faults
	if errors.As(err, &more) {
		faults = append(faults, more...)
	} else if err != nil {
		return nil, err
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return given, nil
}

// OptionsJSON writes options as a JSON object with the keys in the variant's
// order, as [OptionsFromJSON] reads them. The options must have been checked.
func OptionsJSON(v *rules.Variant, options rules.Options) []byte {
	object := []byte{'{'}
	for _, o := range v.Options {
		value, ok := options[o.Name]
		if !ok {
			continue
		}
		if len(object) > 1 {
			object = append(object, ',')
		}
		object = append(strconv.AppendQuote(object, o.Name), ':')
		object = appendOption(object, o.Type, value)
	}
	return append(object, '}')
}

func appendOption(dst []byte, t rules.OptionType, value string) []byte {
	if t == rules.Seats {
		dst = append(dst, '[')
		for i, seat := range seatList(value) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendQuote(dst, seat)
		}
		return append(dst, ']')
	}
	if value == "true" || value == "false" || isNumber(value) {
		return append(dst, value...)
	}
	return strconv.AppendQuote(dst, value)
}

func seatList(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ",")
}

// optionText returns a JSON value as package rules writes option values.
func optionText(v *rules.Variant, t rules.OptionType, value json.RawMessage) (string, error) {
	switch value[0] {
	case '"':
		var text string
		err := json.Unmarshal(value, &text)
		return text, err
	case '[':
		if t != rules.Seats {
			return "", errors.New("a list is for seats only")
		}
		return seatsText(v, value)
	case '{':
		return "", errors.New("must be a word, a number, true, false or a list of seats")
	case 't', 'f':
		return string(value), nil
	}
	if !isNumber(string(value)) {
		return "", fmt.Errorf("must be a whole number of at most %d digits", maxNumber)
	}
	return string(value), nil
}

// seatsText returns a list of seats in order of turns.
func seatsText(v *rules.Variant, value json.RawMessage) (string, error) {
	var names []string
	if err := json.Unmarshal(value, &names); err != nil {
		return "", errors.New("must be a list of seats: " + strings.Join(v.Seats, ", "))
	}
	for i, name := range names {
		if v.SeatNamed(name) == rules.NoSeat {
			return "", fmt.Errorf("no seat is called '%s' in %s; there are %s", short(name), v.Name, strings.Join(v.Seats, ", "))
		}
		if slices.Contains(names[:i], name) {
			return "", fmt.Errorf("seat %s is named twice", name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return int(v.SeatNamed(a)) - int(v.SeatNamed(b)) })
	return strings.Join(names, ","), nil
}

func typeOf(v *rules.Variant, name string) (rules.OptionType, bool) {
	for _, o := range v.Options {
		if o.Name == name {
			return o.Type, true
		}
	}
	return 0, false
}

func isNumber(text string) bool {
	_, ok := rules.ParseCount(text, 1e9)
	return ok
}

// short cuts a text that is quoted in an error.
func short(text string) string {
	const limit = 40
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
