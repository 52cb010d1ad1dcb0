package sample_test

import (
	"reflect"
	"testing"
	"time"

	"melee/internal/archive"
	"melee/internal/archive/sample"
	"melee/rules/catalog"
)

func TestEqualSeedsMakeEqualGamesThatAreOfAllSorts(t *testing.T) {
	until := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
	make := func() (rows []*archive.Row) {
		m, err := sample.New(7, catalog.All()[:1], until, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			r, err := m.Next()
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, r)
		}
		return rows
	}
	rows := make()
	if !reflect.DeepEqual(rows, make()) {
		t.Error("equal seeds make different games")
	}
	rated, public, opened, busy := 0, 0, 0, 0
	for _, r := range rows {
		if r.Plies != len(r.Moves) || r.Ending == "" || r.Start != "" || r.Ended.After(until) || r.Ended.Before(until.Add(-time.Hour)) {
			t.Fatalf("game %+v", r.Game)
		}
		if r.Rated {
			rated++
		}
		if r.Public {
			public++
		}
		if r.Opening != nil {
			opened++
		}
		if r.Seats[0].Owner == sample.Busiest || r.Seats[1].Owner == sample.Busiest {
			busy++
		}
	}
	if rated == 0 || rated == 200 || public == 0 || public == 200 || opened != 20 || busy == 0 {
		t.Errorf("%d rated, %d public, %d in the statistics, %d of the busiest", rated, public, opened, busy)
	}
}
