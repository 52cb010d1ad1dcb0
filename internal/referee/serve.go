package referee

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine bounds a request, in bytes without its line break.
const MaxLine = 1 << 20

// Serve answers every line of in on out, in order, until in ends. Answers are
// held back only while another whole request already waits. Blank lines get no
// answer; a line longer than [MaxLine] gets an error. It returns the first error of in or out.
func (r Referee) Serve(in io.Reader, out io.Writer) error {
	reader := bufio.NewReaderSize(in, 64<<10)
	writer := bufio.NewWriterSize(out, 64<<10)
	var line, answer []byte
	for {
		var tooLong bool
		var err error
		line, tooLong, err = readLine(reader, line[:0])
		if err != nil && !errors.Is(err, io.EOF) {
			return errors.Join(fmt.Errorf("reading a request: %w", err), writer.Flush())
		}
		if request := bytes.TrimSpace(line); len(request) > 0 {
			answer = append(r.answer(answer[:0], request, tooLong), '\n')
			if _, err := writer.Write(answer); err != nil {
				return fmt.Errorf("writing an answer: %w", err)
			}
		}
		if err != nil || !lineWaits(reader) {
			if err := writer.Flush(); err != nil {
				return fmt.Errorf("writing an answer: %w", err)
			}
		}
		if err != nil {
			return nil
		}
	}
}

func (r Referee) answer(dst, line []byte, tooLong bool) []byte {
	if tooLong {
		return appendRefusal(dst, findID(line), refusal{0, fmt.Errorf("the line is longer than the %d bytes (1 MB) allowed", MaxLine)})
	}
	return r.Answer(dst, line)
}

// readLine appends the next line to dst, at most MaxLine bytes of it, and
// reports whether there were more. The error of a last line is that of its end.
func readLine(reader *bufio.Reader, dst []byte) (line []byte, tooLong bool, err error) {
	for {
		part, err := reader.ReadSlice('\n')
		part = bytes.TrimSuffix(part, []byte{'\n'})
		if room := MaxLine - len(dst); len(part) > room {
			part, tooLong = part[:room], true
		}
		dst = append(dst, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return dst, tooLong, err
		}
	}
}

// lineWaits reports whether a whole line has been read ahead.
func lineWaits(reader *bufio.Reader) bool {
	ahead, err := reader.Peek(reader.Buffered())
	return err == nil && bytes.IndexByte(ahead, '\n') >= 0
}
