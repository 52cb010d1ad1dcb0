package problem_test

import (
	"slices"
	"strconv"
	"testing"

	"melee/problem"
)

// BenchmarkSpeed solves the speed set, trees included where the source asks for
// variations. popeye-s is what Popeye 4.104 took on a machine of this kind, ratio how many times faster we are.
func BenchmarkSpeed(b *testing.B) {
	for _, r := range records[record](b, "problems.jsonl") {
		if !slices.Contains(r.Tags, "speed") {
			continue
		}
		for _, threads := range []int{1, 2} {
			b.Run(r.ID+"/threads="+strconv.Itoa(threads), func(b *testing.B) {
				task := r.task(b)
				var nodes uint64
				for b.Loop() {
					s := solve(b, task, problem.Limits{Hash: 64 << 20, Threads: threads})
					if len(s.Keys) != len(r.Keys) || len(s.Lines) != len(r.Lines) {
						b.Fatalf("%d keys, %d lines, want %d and %d", len(s.Keys), len(s.Lines), len(r.Keys), len(r.Lines))
					}
					nodes = s.Nodes
				}
				seconds := b.Elapsed().Seconds() / float64(b.N)
				b.ReportMetric(float64(nodes)/seconds/1e6, "Mnodes/s")
				b.ReportMetric(r.PopeyeSeconds/seconds, "ratio")
				b.ReportMetric(r.PopeyeSeconds, "popeye-s")
			})
		}
	}
}
