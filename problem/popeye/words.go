package popeye

import (
	"slices"
	"strings"
)

// A Language is one in which problems are written and solutions shown.
type Language uint8

// The languages.
const (
	English Language = iota
	French
	German
)

var languageNames = [...]string{English: "english", French: "french", German: "german"}

// String returns the English name in small letters.
func (l Language) String() string { return languageNames[l] }

// LanguageNamed returns the language of an English name, or of its first two
// letters as in "fr", "de" and "en".
func LanguageNamed(name string) (Language, bool) {
	switch strings.ToLower(name) {
	case "en", "english":
		return English, true
	case "fr", "french":
		return French, true
	case "de", "german":
		return German, true
	}
	return English, false
}

// Names are a word in English, French and German.
type names [3]string

// A vocabulary holds the words that may stand somewhere.
type vocabulary[W comparable] []struct {
	word W
	names
}

// A match is how a word was found.
type match uint8

const (
	unknown match = iota
	found
	ambiguous
)

// find looks a word up; it may be cut short as long as no other begins like it.
func (v vocabulary[W]) find(l Language, text string) (word W, m match) {
	text = fold(text)
	if text == "" {
		return word, unknown
	}
	for _, e := range v {
		name := strings.ToLower(e.names[l])
		switch {
		case name == text:
			return e.word, found
		case !strings.HasPrefix(name, text):
		case m == unknown:
			word, m = e.word, found
		default:
			m = ambiguous
		}
	}
	return word, m
}

// name returns how a word is written.
func (v vocabulary[W]) name(l Language, word W) string {
	for _, e := range v {
		if e.word == word {
			return e.names[l]
		}
	}
	return ""
}

// list returns the words that begin like text, for people.
func (v vocabulary[W]) list(l Language, text string) []string {
	var all []string
	for _, e := range v {
		if strings.HasPrefix(strings.ToLower(e.names[l]), fold(text)) && !slices.Contains(all, e.names[l]) {
			all = append(all, e.names[l])
		}
	}
	return all
}

// A command begins a part of a problem.
type command uint8

const (
	cmdBegin command = iota
	cmdEnd
	cmdNext
	cmdTwin
	cmdZero
	cmdRemark
	cmdStructured
	cmdAuthor
	cmdOrigin
	cmdPieces
	cmdCondition
	cmdOption
	cmdStipulation
	cmdProtocol
	cmdTitle
	cmdLaTeX
	cmdLaTeXPieces
	cmdAward
	cmdArray
	cmdForsyth
)

var begins = vocabulary[command]{
	{cmdBegin, names{"BeginProblem", "DebutProbleme", "AnfangProblem"}},
}

// commands are the words of the first part of a problem, up to its twins.
var commands = vocabulary[command]{
	{cmdRemark, names{"Remark", "Remarque", "Bemerkung"}},
	{cmdStructured, names{"SStipulation", "SEnonce", "SForderung"}},
	{cmdAuthor, names{"Author", "Auteur", "Autor"}},
	{cmdOrigin, names{"Origin", "Source", "Quelle"}},
	{cmdPieces, names{"Pieces", "Pieces", "Steine"}},
	{cmdCondition, names{"Condition", "Condition", "Bedingung"}},
	{cmdOption, names{"Option", "Option", "Option"}},
	{cmdStipulation, names{"Stipulation", "Enonce", "Forderung"}},
	{cmdProtocol, names{"Protocol", "Protocol", "Protokoll"}},
	{cmdTitle, names{"Title", "Titre", "Titel"}},
	{cmdLaTeX, names{"LaTeX", "LaTeX", "LaTeX"}},
	{cmdLaTeXPieces, names{"LaTeXPieces", "PiecesLaTeX", "LaTeXSteine"}},
	{cmdAward, names{"Award", "Prix", "Auszeichnung"}},
	{cmdArray, names{"InitialGameArray", "PositionInitialePartie", "PartieAnfangsStellung"}},
	{cmdForsyth, names{"Forsyth", "Forsyth", "Forsyth"}},
}

// ends are the words that end the first part.
var ends = vocabulary[command]{
	{cmdTwin, names{"Twin", "Jumeau", "Zwilling"}},
	{cmdZero, names{"ZeroPosition", "ZeroPosition", "NullStellung"}},
	{cmdEnd, names{"EndProblem", "FinProbleme", "EndeProblem"}},
	{cmdNext, names{"NextProblem", "ASuivre", "WeiteresProblem"}},
}

// A change is what a twin may do to a problem.
type change uint8

const (
	chMove change = iota
	chExchange
	chStipulation
	chStructured
	chAdd
	chRemove
	chContinued
	chRotate
	chCondition
	chPolish
	chMirror
	chShift
	chSubstitute
)

var changes = vocabulary[change]{
	{chMove, names{"Move", "Deplacement", "Versetze"}},
	{chExchange, names{"Exchange", "Echange", "Tausche"}},
	{chStipulation, names{"Stipulation", "Enonce", "Forderung"}},
	{chStructured, names{"SStipulation", "SEnonce", "SForderung"}},
	{chAdd, names{"Add", "Ajoute", "Hinzufuegen"}},
	{chRemove, names{"Remove", "Ote", "Entferne"}},
	{chContinued, names{"Continued", "EnPlus", "Ferner"}},
	{chRotate, names{"rotate", "rotation", "Drehung"}},
	{chCondition, names{"Condition", "Condition", "Bedingung"}},
	{chPolish, names{"PolishType", "CouleurEchange", "Farbwechsel"}},
	{chMirror, names{"mirror", "miroir", "Spiegelung"}},
	{chShift, names{"shift", "translation", "Verschiebung"}},
	{chSubstitute, names{"Substitute", "Remplace", "Ersetze"}},
}

// An option asks for more or less than the plain solution.
type option uint8

const (
	optDefence option = iota
	optSetPlay
	optWhiteToPlay
	optVariations
	optMoveNumbers
	optStartMove
	optNoWhiteKing
	optDuplex
	optNoBlackKing
	optThreat
	optNoThreat
	optTry
	optMaxSolutions
	optMaxFlights
	optSearch
	optMultiSolutions
	optNoSymmetry
	optNonTrivial
	optKeepMating
	optEnPassant
	optNoBoard
	optNoShort
	optHalfDuplex
	optPostKey
	optIntelligent
	optMaxTime
	optNoCastling
	optQuodlibet
	optStopOnShort
	optBeep
	optSuppressGrid
	optWriteGrid
	optExclusiveCastling
	optGoalIsEnd
	optUnpublished
	optNullMoves
	optUpToMove
	optTrivialTries
	optMatesInOne
	optNominal
)

var options = vocabulary[option]{
	{optDefence, names{"Defence", "Defense", "Widerlegung"}},
	{optSetPlay, names{"SetPlay", "Apparent", "Satzspiel"}},
	{optWhiteToPlay, names{"WhiteToPlay", "ApparentSeul", "WeissBeginnt"}},
	{optVariations, names{"Variations", "Variantes", "Varianten"}},
	{optMoveNumbers, names{"MoveNumbers", "Trace", "Zugnummern"}},
	{optStartMove, names{"StartMoveNumber", "Enroute", "StartZugnummer"}},
	{optNoWhiteKing, names{"NoWk", "SansRB", "OhneWk"}},
	{optDuplex, names{"Duplex", "Duplex", "Duplex"}},
	{optNoBlackKing, names{"NoBk", "SansRN", "OhneSk"}},
	{optThreat, names{"Threat", "Menace", "Drohung"}},
	{optNoThreat, names{"NoThreat", "SansMenace", "OhneDrohung"}},
	{optTry, names{"Try", "Essais", "Verfuehrung"}},
	{optMaxSolutions, names{"MaxSolutions", "MaxSolutions", "MaxLoesungen"}},
	{optMaxFlights, names{"MaxFlightsquares", "MaxCasesFuites", "MaxFluchtFelder"}},
	{optSearch, names{"Search", "Search", "Suchen"}},
	{optMultiSolutions, names{"MultiSolutions", "MultiSolutions", "MehrereLoesungen"}},
	{optNoSymmetry, names{"NoSymmetry", "NonSymetrique", "KeineSymmetrie"}},
	{optNonTrivial, names{"NonTrivial", "NonTrivial", "NichtTrivial"}},
	{optKeepMating, names{"KeepMatingPiece", "RetiensPieceMatante", "HalteMattsetzendenStein"}},
	{optEnPassant, names{"EnPassant", "EnPassant", "EnPassant"}},
	{optNoBoard, names{"NoBoard", "SansEchiquier", "OhneBrett"}},
	{optNoShort, names{"NoShortVariations", "SansVariantesCourtes", "OhneKurzVarianten"}},
	{optHalfDuplex, names{"HalfDuplex", "DemiDuplex", "HalbDuplex"}},
	{optPostKey, names{"PostKeyPlay", "ApresCle", "NachSchluessel"}},
	{optIntelligent, names{"Intelligent", "Intelligent", "Intelligent"}},
	{optMaxTime, names{"MaxTime", "MaxTemps", "MaxZeit"}},
	{optNoCastling, names{"NoCastling", "SansRoquer", "KeineRochade"}},
	{optQuodlibet, names{"Quodlibet", "Quodlibet", "Quodlibet"}},
	{optStopOnShort, names{"StopOnShortSolutions", "FinApresSolutionsCourtes", "StopNachKurzloesungen"}},
	{optBeep, names{"Beep", "Bip", "Pieps"}},
	{optSuppressGrid, names{"SuppressGrid", "SansGrille", "OhneGitter"}},
	{optWriteGrid, names{"WriteGrid", "AjouteGrille", "ZeichneGitter"}},
	{optExclusiveCastling, names{"CastlingMutuallyExclusive", "RoquesMutuellementExclusifs", "RochadenGegenseitigAusschliessend"}},
	{optGoalIsEnd, names{"GoalIsEnd", "ButEstFin", "ZielIstEnde"}},
	{optUnpublished, names{"UnpublishedOption", "OptionNonPubliee", "NichtPublizierteOption"}},
	{optNullMoves, names{"NullMoves", "CoupsVides", "NullZuege"}},
	{optUpToMove, names{"UpToMoveNumber", "JusquAuCoup", "BisZugnummer"}},
	{optTrivialTries, names{"TrivialTriesAvoid", "TrivialEssaiSupprimer", "TrivialeFehlversucheUnterdruecken"}},
	{optMatesInOne, names{"MatesIn1", "MatsEn1", "MattsIn1"}},
	// Popeye does not know this one: A6 with ep_identity nominal.
	{optNominal, names{"NominalEnPassant", "NominalEnPassant", "NominalEnPassant"}},
}
