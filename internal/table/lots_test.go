package table_test

import (
	"testing"

	"melee/internal/table"
)

func TestM20Lots(t *testing.T) {
	for _, c := range []struct {
		name    string
		play    string
		players int
		want    int // how many different seatings can come out
		holds   func(seats [4]int) bool
	}{
		{"one player draws one clan", "single", 1, 4, func(s [4]int) bool { return s[0]+s[1]+s[2]+s[3] == -3 }},
		{"two have a camp each", "single", 2, 2, func(s [4]int) bool { return s[0] == s[2] && s[1] == s[3] && s[0] != s[1] }},
		{"of three one has a camp", "single", 3, 12, func(s [4]int) bool { return (s[0] == s[2]) != (s[1] == s[3]) }},
		{"single: each draws a pawn", "single", 4, 24, func(s [4]int) bool { return 1<<s[0]|1<<s[1]|1<<s[2]|1<<s[3] == 15 }},
		{"double: partners stay together", "double", 4, 2, func(s [4]int) bool { return s[0]/2 == s[2]/2 && s[1]/2 == s[3]/2 && s[0]/2 != s[1]/2 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			seen := map[[4]int]int{}
			outcomes(func(draw func(int) int) {
				seats := table.Lots(c.play, c.players, draw)
				if !c.holds(seats) {
					t.Errorf("seats %v", seats)
				}
				seen[seats]++
			})
			if len(seen) != c.want {
				t.Errorf("%d seatings can come out, want %d", len(seen), c.want)
			}
			for seats, n := range seen {
				if n != seen[firstKey(seen)] {
					t.Errorf("seating %v is drawn %d times, another %d times", seats, n, seen[firstKey(seen)])
				}
			}
		})
	}
}

func firstKey(m map[[4]int]int) [4]int {
	for k := range m {
		return k
	}
	return [4]int{}
}

// outcomes runs f once for every sequence of results its draws can have.
func outcomes(f func(draw func(int) int)) {
	path := []int{}
	for {
		var sizes []int
		f(func(n int) int {
			i := len(sizes)
			sizes = append(sizes, n)
			if i == len(path) {
				path = append(path, 0)
			}
			return path[i]
		})
		i := len(sizes) - 1
		for i >= 0 && path[i] == sizes[i]-1 {
			i--
		}
		if i < 0 {
			return
		}
		path = append(path[:i:i], path[i]+1)
	}
}
