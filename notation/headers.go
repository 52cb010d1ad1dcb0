package notation

import "slices"

// headers are the tags of a game while it is read.
type headers struct {
	lexer lexer
	list  []token
}

// read reads the tags and returns the token after them.
func (h *headers) read() (token, error) {
	for {
		t, err := h.lexer.next()
		if err != nil || t.kind != tagToken {
			return t, err
		}
		if len(h.list) >= MaxTags {
			return t, errorAt(t.at, "a game has at most %d tags", MaxTags)
		}
		h.list = append(h.list, t)
	}
}

// has reports whether there is a tag of that name.
func (h *headers) has(name string) bool {
	for _, t := range h.list {
		if t.text == name {
			return true
		}
	}
	return false
}

// take returns the first value of a tag and removes it, however often it is there.
func (h *headers) take(name string) string {
	value := h.value(name)
	h.list = slices.DeleteFunc(h.list, func(t token) bool { return t.text == name })
	return value
}

// value returns the first value of a tag, "" if there is none.
func (h *headers) value(name string) string {
	for _, t := range h.list {
		if t.text == name {
			return t.value
		}
	}
	return ""
}

// tagAt returns where a tag stands.
func (h *headers) tagAt(name string) int {
	for _, t := range h.list {
		if t.text == name {
			return t.at
		}
	}
	return 0
}

// at places an error that has no place yet.
func at(offset int, err error) error {
	if err == nil || isTextError(err) {
		return err
	}
	return &textError{offset, err}
}
