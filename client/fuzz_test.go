package client

import "testing"

// Whatever a server sends, a client does not fall over it.
func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		`["view",{"table":"t1","seq":5,"game":1,"men":{"e2":"0P"},"from":0,"plies":[{"n":1,"seat":null}],"turn":3}]`,
		`["p",6,{"men":{"e4":"0P","e2":""},"from":0,"plies":[],"seats":[{"out":{"by":null}}],"deadline":{"at":1,"what":"flag"}}]`,
		`["p",6,{"from":-1}]`, `["p",6,{"from":9,"plies":null}]`, `["p",6,null]`, `["p",6,{"men":null,"deadline":null}]`,
		`["a","id",7]`, `["x","id","busy","later",7]`, `["h",1,2,3]`, `["bye","restart"]`, `["p",]`, `["a"]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := parseView([]byte(`{"table":"t1","seq":5,"men":{"e2":"0P"},"from":0,"plies":[{"n":1}]}`))
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseFrame(text)
		if err != nil {
			return
		}
		switch got.kind {
		case "view":
			if v, err := parseView(got.body); err == nil && v.Men == nil {
				t.Errorf("%q is a view without men", text)
			}
		case "p":
			if v.apply(got.seq, got.body) == nil && v.Seq != got.seq {
				t.Errorf("%q leaves the view at event %d", text, v.Seq)
			}
			if v.sketch(got.seq, got.body) == nil && v.Seq != got.seq {
				t.Errorf("%q leaves the sketch at event %d", text, v.Seq)
			}
		}
	})
}
