package notation

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

// take returns the value of a tag and removes it from those that are left.
func (h *headers) take(name string) string {
	for i, t := range h.list {
		if t.text == name {
			h.list = append(h.list[:i:i], h.list[i+1:]...)
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
