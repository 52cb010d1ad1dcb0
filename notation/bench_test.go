package notation

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"melee/rules/catalog"
)

// benchmarkFile returns games of a variant in a format.
func benchmarkFile(b *testing.B, variant string, f Format) ([]*Record, []byte) {
	b.Helper()
	v, err := catalog.Find(variant)
	if err != nil {
		b.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(1, 2))
	var records []*Record
	var text []byte
	for range 20 {
		r := randomRecord(b, v, nil, chance, 200)
		if text, err = Append(text, f, r); err != nil {
			b.Fatal(err)
		}
		records = append(records, r)
	}
	return records, text
}

var benchmarked = []struct {
	variant string
	format  Format
}{{"four-player", PGN4}, {"all-in", PGN}, {"mcx4", PGN}, {"four-player", JSON}}

func BenchmarkRead(b *testing.B) {
	for _, c := range benchmarked {
		b.Run(c.variant+"/"+string(c.format), func(b *testing.B) {
			_, text := benchmarkFile(b, c.variant, c.format)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				in, err := NewReader(c.format, bytes.NewReader(text))
				if err != nil {
					b.Fatal(err)
				}
				for {
					if _, err := in.Next(); err == io.EOF {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, c := range benchmarked {
		b.Run(c.variant+"/"+string(c.format), func(b *testing.B) {
			records, text := benchmarkFile(b, c.variant, c.format)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				w, err := NewWriter(c.format, io.Discard)
				if err != nil {
					b.Fatal(err)
				}
				for _, r := range records {
					if err := w.Write(r); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
