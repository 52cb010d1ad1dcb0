package load

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// A Report is what one mode has measured. Fields that do not belong to it are zero.
type Report struct {
	Mode       string  `json:"mode"`
	Durability string  `json:"durability,omitempty"`
	Tables     int     `json:"tables,omitempty"`
	Sockets    int     `json:"sockets,omitempty"`
	Seconds    float64 `json:"seconds,omitempty"`

	Moves         int     `json:"moves,omitempty"` // acknowledged
	MovesPerSec   float64 `json:"moves_per_second,omitempty"`
	CPUPerMove    float64 `json:"cpu_us_per_move,omitempty"` // of the server
	CPUShare      float64 `json:"cpu_share,omitempty"`       // of one core
	QueueShare    float64 `json:"queue_share,omitempty"`     // of the time its threads waited for a core
	Acknowledged  *Spread `json:"acknowledged_ms,omitempty"` // from when the move was to be sent until its answer
	Seen          *Spread `json:"seen_ms,omitempty"`         // until the last of those who look on had it
	BytesPerTable float64 `json:"bytes_per_table,omitempty"` // heap and stacks, with its sockets
	BytesResident float64 `json:"bytes_resident_per_table,omitempty"`
	Goroutines    float64 `json:"goroutines_per_socket,omitempty"`

	Kills     int     `json:"kills,omitempty"`
	Lost      int     `json:"lost"`               // acknowledged and gone
	Cut       int     `json:"cut_off,omitempty"`  // readers that did not read
	Late      *Spread `json:"ready_ms,omitempty"` // from a start until the first move was accepted
	InSync    float64 `json:"in_sync_ms,omitempty"`
	Resynced  int     `json:"resynced,omitempty"` // clients that had missed something
	Faults    int     `json:"faults"`             // things that must not be
	Load      float64 `json:"load_average"`
	CPUOfLoad float64 `json:"cpu_share_of_generator,omitempty"` // of one core
}

// A Spread is how a time was distributed, in milliseconds.
type Spread struct {
	N    int     `json:"n"`
	P50  float64 `json:"p50"`
	P90  float64 `json:"p90"`
	P99  float64 `json:"p99"`
	P999 float64 `json:"p999"`
	Max  float64 `json:"max"`
}

// spread sorts times and describes them; nil if there are none.
func spread(times []time.Duration) *Spread {
	if len(times) == 0 {
		return nil
	}
	slices.Sort(times)
	at := func(share float64) float64 {
		i := int(math.Ceil(share*float64(len(times)))) - 1
		return milliseconds(times[max(i, 0)])
	}
	return &Spread{N: len(times), P50: at(.5), P90: at(.9), P99: at(.99), P999: at(.999), Max: at(1)}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func (s *Spread) String() string {
	return fmt.Sprintf("p50 %.2f ms, p90 %.2f, p99 %.2f, p99.9 %.2f, longest %.2f (%d)", s.P50, s.P90, s.P99, s.P999, s.Max, s.N)
}

// Print writes a report for people.
func (r Report) Print(out io.Writer) error {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "  %-14s%s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintf(&b, "%s  %d tables, %d sockets, %.1f s", r.Mode, r.Tables, r.Sockets, r.Seconds)
	if r.Durability != "" {
		fmt.Fprintf(&b, ", durability %s", r.Durability)
	}
	b.WriteByte('\n')
	if r.Moves > 0 {
		line("moves", "%d, %.0f a second", r.Moves, r.MovesPerSec)
	}
	if r.CPUPerMove > 0 {
		line("processor", "%.1f µs a move", r.CPUPerMove)
	}
	if r.CPUShare > 0 {
		line("", "%.2f %% of a core, waited for one %.2f %% of the time", 100*r.CPUShare, 100*r.QueueShare)
	}
	for name, s := range map[string]*Spread{"acknowledged": r.Acknowledged, "seen by all": r.Seen, "first move": r.Late} {
		if s != nil {
			line(name, "%v", s)
		}
	}
	if r.BytesPerTable > 0 {
		line("memory", "%.1f KB a table with its sockets, %.1f KB resident, %.2f goroutines a socket",
			r.BytesPerTable/1024, r.BytesResident/1024, r.Goroutines)
	}
	if r.InSync > 0 {
		line("in sync", "99 %% after %.0f ms", r.InSync)
	}
	if r.Kills > 0 {
		line("kills", "%d, acknowledged moves lost: %d", r.Kills, r.Lost)
	}
	if r.Cut > 0 {
		line("cut off", "%d readers that did not read", r.Cut)
	}
	line("faults", "%d", r.Faults)
	line("load", "average %.2f", r.Load)
	_, err := io.WriteString(out, b.String())
	return err
}
