package rules

import "time"

// Remedy is what would let in who was refused.
type Remedy struct {
	Kind RemedyKind
	// At is when the gate or the ticket opens, for ComeLater.
	At *time.Time
	// Override: somebody who may override the rules could let the guest in.
	Override bool
}

// RemedyKind is the kind of a remedy.
type RemedyKind uint8

// The kinds of remedies.
const (
	NoRemedy    RemedyKind = iota // nothing at this gate
	ComeLater                     // to come back at a time
	FreePlace                     // somebody else leaves
	Choose                        // the operator chooses among several items
	ShowID                        // a birth date
	NewestCode                    // the newest code of the ticket
	OtherGate                     // a gate that takes it
	HelpDesk                      // whoever runs the box office puts it right
	LiveCode                      // the code that the ticket's own page shows now
	PrintedCode                   // the code as it stands on the ticket, not typed
)

// Remedy tells what would change the decision about one ticket.
func (a *Ask) Remedy(t Ticket, o Outcome) Remedy {
	switch o.Status {
	case ZoneClosed:
		if a.Zone.opensLater(a.Now) {
			return Remedy{Kind: ComeLater, At: a.Zone.Opening}
		}
	case Full:
		return Remedy{Kind: FreePlace, Override: true}
	case AgeUnknown:
		return Remedy{Kind: ShowID, Override: true}
	case TooYoung, TooOld:
		return Remedy{Override: true}
	case RequiresConfirmation:
		return Remedy{Kind: Choose}
	case AlreadyIn:
		return Remedy{Kind: HelpDesk, Override: true}
	case ScansInExceeded:
		return Remedy{Kind: HelpDesk}
	case Denied:
		return a.remedyOfDenial(t, o.Detail)
	}
	return Remedy{}
}

// remedyOfForm is for a code that is easier to copy than the event takes, or was copied.
func (a *Ask) remedyOfForm(t Ticket) Remedy {
	if a.Codes.Least(t.Item.Issued) == Signed {
		return Remedy{Kind: PrintedCode, Override: true}
	}
	return Remedy{Kind: LiveCode, Override: true}
}

func (a *Ask) remedyOfDenial(t Ticket, detail string) Remedy {
	switch {
	case t.Code == UnknownCode:
		return Remedy{}
	case t.Code == StaleCode:
		return Remedy{Kind: LiveCode}
	case detail == SoldInDemoMode:
		return Remedy{Kind: HelpDesk}
	case detail == NoDetail && t.Item.Sold && !t.Item.Void && t.Code == TicketCode:
		return a.remedyOfForm(t)
	case detail == ItemDoesNotQualify && t.Elsewhere && !t.Item.Undecided && !t.Item.Barred && !a.IgnoreLease:
		return Remedy{Kind: OtherGate, Override: true}
	case detail == HistoricBarcode:
		return Remedy{Kind: NewestCode}
	case detail == OutsideOfValidity && t.Item.beginsLater(a.Now):
		at := t.Item.From.Add(-t.Item.Grace)
		return Remedy{Kind: ComeLater, At: &at}
	case detail == OutsideOfValidity:
		return Remedy{}
	case detail == ItemDoesNotQualify && !t.Item.Undecided:
		return Remedy{Kind: OtherGate}
	}
	return Remedy{Kind: HelpDesk}
}
