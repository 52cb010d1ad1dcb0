package workbench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"melee/problem/popeye"
)

// printWithin is how long a page without script waits for a solution.
const printWithin = 10 * time.Second

// Print solves a problem in Popeye's language for an owner and returns what
// Popeye would print, in a language ("english", "french"). What is wrong with the text comes
// as faults, in lines. A search that takes too long is stopped, and what it has found is printed.
func (b *Bench) Print(ctx context.Context, owner, text, language string) (printed string, faults []string, err error) {
	e, l, err := (&form{Text: text}).read()
	var wrong *faulty
	if errors.As(err, &wrong) {
		for _, f := range wrong.Faults {
			place := ""
			if f.Line > 0 {
				place = fmt.Sprintf("%d:%d: ", f.Line, f.Column)
			}
			faults = append(faults, place+f.Text)
		}
		return "", faults, nil
	}
	if asked, ok := popeye.LanguageNamed(language); ok {
		l = asked
	}
	j, err := b.begin(owner, e, l)
	if err != nil {
		return "", nil, err
	}
	patience := time.NewTimer(printWithin)
	defer patience.Stop()
	select {
	case <-j.done:
	case <-patience.C:
		j.cancel()
		<-j.done
	case <-ctx.Done():
		j.cancel()
		return "", nil, ctx.Err()
	}
	body := &bytes.Buffer{}
	if err := j.write(body, "solution.txt"); err != nil {
		return "", nil, err
	}
	return body.String(), nil, nil
}
