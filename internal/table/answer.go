package table

// rememberedCommands is how many command ids a table can still answer again.
const rememberedCommands = 128

// answers are the last commands that were carried out, as hashes of their ids.
type answers struct {
	list []answer
	next int // where the next is put once the list is full
}

type answer struct {
	id  uint64
	seq int64
}

// add notes that a command has led to an event. Several events of one command follow one another.
func (a *answers) add(command string, seq int64) {
	if command == "" {
		return
	}
	id := hashOf(command)
	if last := a.last(); last != nil && last.id == id {
		last.seq = seq
		return
	}
	if len(a.list) < rememberedCommands {
		a.list = append(a.list, answer{id, seq})
		return
	}
	a.list[a.next] = answer{id, seq}
	a.next = (a.next + 1) % rememberedCommands
}

func (a *answers) last() *answer {
	switch {
	case len(a.list) == 0:
		return nil
	case len(a.list) < rememberedCommands || a.next == 0:
		return &a.list[len(a.list)-1]
	}
	return &a.list[a.next-1]
}

func (a *answers) find(command string) (int64, bool) {
	if command == "" {
		return 0, false
	}
	id := hashOf(command)
	for i := len(a.list) - 1; i >= 0; i-- {
		if a.list[i].id == id {
			return a.list[i].seq, true
		}
	}
	return 0, false
}

// Answered returns the event that answered the owner's command before.
func (s *State) Answered(owner, id string) (int64, bool) {
	return s.answered.find(commandID(owner, id))
}

// AnswerTo returns the event that answered a command before.
func (s *State) AnswerTo(c Command) (int64, bool) {
	owner, id := c.sender()
	return s.Answered(owner, id)
}

// hashOf is FNV-1a. Ids are hashed with their owner before them, so that what
// collides by intent is the sender's own.
func hashOf(text string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}
