package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// A statement is prepared once and carried out often, by one goroutine.
type statement struct {
	driver.Stmt
	text  string
	named []driver.NamedValue // reused
}

func prepare(conn driver.Conn, text string) (*statement, error) {
	stmt, err := conn.Prepare(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	return &statement{Stmt: stmt, text: text}, nil
}

func (s *statement) bind(args []driver.Value) []driver.NamedValue {
	s.named = s.named[:0]
	for i, a := range args {
		s.named = append(s.named, driver.NamedValue{Ordinal: i + 1, Value: a})
	}
	return s.named
}

func (s *statement) exec(args ...driver.Value) error {
	_, err := s.Stmt.(driver.StmtExecContext).ExecContext(context.Background(), s.bind(args))
	return err
}

// number returns the one number the statement selects, 0 for null.
func (s *statement) number(args ...driver.Value) (int64, error) {
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(context.Background(), s.bind(args))
	if err != nil {
		return 0, err
	}
	row := make([]driver.Value, 1)
	err = rows.Next(row)
	if closed := rows.Close(); err == nil || errors.Is(err, io.EOF) {
		err = closed
	}
	n, _ := row[0].(int64)
	return n, err
}

// each calls do with every row the statement selects, of so many columns. The
// row is used again for the next, its values are not.
func (s *statement) each(columns int, do func(row []driver.Value) error, args ...driver.Value) error {
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(context.Background(), s.bind(args))
	if err != nil {
		return err
	}
	row := make([]driver.Value, columns)
	for {
		if err = rows.Next(row); err == nil {
			err = do(row)
		}
		if err != nil {
			break
		}
	}
	if closed := rows.Close(); errors.Is(err, io.EOF) {
		err = closed
	}
	return err
}
