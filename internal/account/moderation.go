package account

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"
)

// A Report tells operators about somebody's conduct.
type Report struct {
	ID      int64
	At      time.Time
	By      string // owner key of who reports
	Account string // id of who is reported
	Game    string // id of the game or table, "" for none
	Ply     int    // of the game, 0 for none
	Reason  string // one of Reasons
	Text    string
	Closed  time.Time // zero while it is open
}

// Reasons are what can be reported.
var Reasons = []string{"cheating", "insult", "stalling", "collusion", "name", "other"}

// An Entry says what an operator has done.
type Entry struct {
	ID      int64
	At      time.Time
	Actor   string // account id, "" for the command line
	Action  string // "mute", "time-out", "delete", "operator", "close-report"
	Subject string // account id, or a report's number
	Detail  string
}

// The sizes of reports and lists.
const (
	maxReport = 2000 // characters
	maxDetail = 500
	maxListed = 200
	maxGameID = 64
)

// Report stores a visitor's report.
func (s *Service) Report(ctx context.Context, v Visitor, r Report) (int64, error) {
	r.Text = strings.TrimSpace(r.Text)
	known := false
	for _, reason := range Reasons {
		known = known || reason == r.Reason
	}
	switch {
	case v.Owner == "":
		return 0, refuse(Forbidden, "", "who reports must be known")
	case !known:
		return 0, refuse(Invalid, "reason", "the reason is one of %s", strings.Join(Reasons, ", "))
	case utf8.RuneCountInString(r.Text) > maxReport || !utf8.ValidString(r.Text):
		return 0, refuse(Invalid, "text", "a report has at most %d characters", maxReport)
	case len(r.Game) > maxGameID || r.Ply < 0:
		return 0, refuse(Invalid, "game", "there is no such game")
	}
	if _, err := s.Store.Account(ctx, r.Account); err != nil {
		return 0, unknown(err)
	}
	key := "reports " + v.Owner
	if !s.attempts.left(key, s.Attempts.SignUps, s.Now()) {
		return 0, refuse(TooMany, "", "too many reports; try again later")
	}
	s.attempts.take(key, s.Attempts.SignUps, s.Now())
	r.At, r.By = s.Now(), v.Owner
	return s.Store.AddReport(ctx, r)
}

// Reports lists reports for an operator, the newest first, older than before unless that is 0.
func (s *Service) Reports(ctx context.Context, v Visitor, open bool, before int64) ([]Report, error) {
	if err := operates(v); err != nil {
		return nil, err
	}
	return s.Store.Reports(ctx, open, before, maxListed)
}

// CloseReport closes a report.
func (s *Service) CloseReport(ctx context.Context, v Visitor, id int64, detail string) error {
	if err := operates(v); err != nil {
		return err
	}
	return unknown(s.Store.CloseReport(ctx, id, s.entry(v, "close-report", "", detail)))
}

// Mute keeps an account from talking for a time; 0 lets it talk again.
func (s *Service) Mute(ctx context.Context, v Visitor, id string, d time.Duration, why string) error {
	return s.sanction(ctx, v, id, "mute", d.String()+": "+why, func(a *Account) { a.Muted = s.until(d) })
}

// SetTimeOut keeps an account from taking seats for a time; 0 lets it play again.
func (s *Service) SetTimeOut(ctx context.Context, v Visitor, id string, d time.Duration, why string) error {
	return s.sanction(ctx, v, id, "time-out", d.String()+": "+why, func(a *Account) { a.TimeOut = s.until(d) })
}

// SetOperator makes an account an operator's, or takes that right from it.
func (s *Service) SetOperator(ctx context.Context, v Visitor, id string, operator bool) error {
	detail := "off"
	if operator {
		detail = "on"
	}
	return s.sanction(ctx, v, id, "operator", detail, func(a *Account) { a.Operator = operator })
}

// Audit lists what operators have done, the newest first, older than before unless that is 0.
func (s *Service) Audit(ctx context.Context, v Visitor, before int64) ([]Entry, error) {
	if err := operates(v); err != nil {
		return nil, err
	}
	return s.Store.Audit(ctx, before, maxListed)
}

func (s *Service) until(d time.Duration) time.Time {
	if d <= 0 {
		return time.Time{}
	}
	return s.Now().Add(d)
}

func (s *Service) sanction(ctx context.Context, v Visitor, id, action, detail string, change func(*Account)) error {
	if err := operates(v); err != nil {
		return err
	}
	a, err := s.Store.Account(ctx, id)
	if err != nil || a.Deleted {
		return refuse(NotFound, "account", "there is no such account")
	}
	change(&a)
	if err := s.Store.Sanction(ctx, a, s.entry(v, action, id, detail)); err != nil {
		return err
	}
	return s.Games.Changed(ctx, Owner(id))
}

func (s *Service) entry(v Visitor, action, subject, detail string) Entry {
	return Entry{At: s.Now(), Actor: v.Account, Action: action, Subject: subject, Detail: cut(detail, maxDetail)}
}

// operates refuses who is no operator. A token does not do: operators are logged in, or have a shell on the server.
func operates(v Visitor) error {
	if !v.Operator || v.Account != "" && v.Session == "" {
		return refuse(Forbidden, "", "only an operator may do that")
	}
	return nil
}

// Expel deletes an account for good, as its owner could.
func (s *Service) Expel(ctx context.Context, v Visitor, id string) error {
	if err := s.sanction(ctx, v, id, "delete", "", func(*Account) {}); err != nil {
		return err
	}
	return s.Erase(ctx, id)
}

// ResetPassword gives an account a new password and ends its sessions.
func (s *Service) ResetPassword(ctx context.Context, v Visitor, id, password string) error {
	a, err := s.ByID(ctx, id)
	if err != nil {
		return err
	}
	if err := checkPassword(password, a.Name); err != nil {
		return err
	}
	if err := s.sanction(ctx, v, id, "password", "", func(*Account) {}); err != nil {
		return err
	}
	hash, err := s.hash(ctx, password)
	if err == nil {
		err = s.Store.SetPassword(ctx, id, hash)
	}
	if err != nil {
		return unknown(err)
	}
	return s.Store.EndSession(ctx, id, "", "")
}
