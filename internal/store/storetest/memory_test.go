package storetest_test

import (
	"testing"

	"melee/internal/hub"
	"melee/internal/store/storetest"
)

func TestMemoryKeepsTheContract(t *testing.T) {
	storetest.Run(t, func(*testing.T) (hub.Store, func() hub.Store) {
		m := storetest.NewMemory()
		return m, func() hub.Store { return m }
	})
}
