package storetest

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"melee/internal/hub"
	"melee/internal/table"
)

// A Memory is a hub.Store that forgets everything with the process: it passes
// the contract but for surviving a crash, and lets tests run without a disk.
type Memory struct {
	mu     sync.Mutex
	tables map[string]*stored
	beat   hub.Beat
	beaten bool
}

type stored struct {
	events []table.Event
	mark   hub.Mark
}

var _ hub.Store = (*Memory)(nil)

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{tables: map[string]*stored{}} }

// Append implements hub.Store.
func (m *Memory) Append(_ context.Context, id string, events []table.Event, mark hub.Mark) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.tables[id]
	if s == nil {
		s = &stored{}
	}
	for i, e := range events {
		if e.Seq != int64(len(s.events)+i)+1 {
			return hub.ErrConflict
		}
	}
	s.events = append(s.events, events...)
	m.tables[id] = s
	m.note(s, mark)
	return nil
}

func (m *Memory) note(s *stored, mark hub.Mark) {
	if mark.Owners == nil {
		mark.Owners = s.mark.Owners
	}
	s.mark = mark
}

// Mark implements hub.Store.
func (m *Memory) Mark(_ context.Context, id string, mark hub.Mark) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.tables[id]; s != nil {
		m.note(s, mark)
	}
	return nil
}

// Events implements hub.Store.
func (m *Memory) Events(_ context.Context, id string) ([]table.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.tables[id]; s != nil {
		return slices.Clone(s.events), nil
	}
	return nil, hub.ErrNotFound
}

// Last implements hub.Store.
func (m *Memory) Last(_ context.Context, id string) (int64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.tables[id]; s != nil {
		return int64(len(s.events)), nil
	}
	return 0, hub.ErrNotFound
}

// Due implements hub.Store.
func (m *Memory) Due(_ context.Context, at time.Time) ([]string, error) {
	return m.ids(
		func(s *stored) bool { return !s.mark.Due.IsZero() && !s.mark.Due.After(at) },
		func(a, b *stored) int { return a.mark.Due.Compare(b.mark.Due) }), nil
}

// Owned implements hub.Store.
func (m *Memory) Owned(_ context.Context, owner string, limit int) ([]string, error) {
	ids := m.ids(
		func(s *stored) bool { return !s.mark.Over && slices.Contains(s.mark.Owners, owner) },
		func(a, b *stored) int { return b.events[0].At.Compare(a.events[0].At) })
	return ids[:min(limit, len(ids))], nil
}

// ids returns the ids of the tables that are wanted, in an order.
func (m *Memory) ids(want func(*stored) bool, compare func(a, b *stored) int) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	ids := slices.DeleteFunc(slices.Collect(maps.Keys(m.tables)), func(id string) bool { return !want(m.tables[id]) })
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(compare(m.tables[a], m.tables[b]), cmp.Compare(a, b)) })
	return ids
}

// Seated implements hub.Store.
func (m *Memory) Seated(_ context.Context, owner string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var ids []string
	for id, s := range m.tables {
		if slices.Contains(s.mark.Owners, owner) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// Beat implements hub.Store.
func (m *Memory) Beat(_ context.Context, beat hub.Beat) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.beat, m.beaten = beat, true
	return nil
}

// LastBeat implements hub.Store.
func (m *Memory) LastBeat(context.Context) (hub.Beat, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.beat, m.beaten, nil
}
