package mail

import (
	"marquee/app"
	"marquee/app/catalog"
)

// onApproval tells whether mails of the kind are about the approval of an event.
func (k Kind) onApproval() bool {
	switch k {
	case StaffEventApproval, StaffEventAsked, StaffEventApproved, StaffEventRejected:
		return true
	}
	return false
}

// ApprovalMoved notes the mails about the approval of an event: that it is asked for, to those
// who may give it and to who asks; and how it was decided, to who asked.
func ApprovalMoved(tx app.Tx, p *catalog.Approval) error {
	kinds := map[catalog.ApprovalState][]Kind{
		catalog.ApprovalAsked:   {StaffEventApproval, StaffEventAsked},
		catalog.Approved:        {StaffEventApproved},
		catalog.ApprovalRefused: {StaffEventRejected},
	}
	for _, k := range kinds[p.State] {
		if err := ask(tx, due{ID: p.EventID, Kind: k, N: p.Times}); err != nil {
			return err
		}
	}
	return nil
}

// readApproval reads the approval of an event, and who had to do with it.
func (f *facts) readApproval(r app.Reader, event int64) (err error) {
	if f.approval, err = catalog.ApprovalOf(r, event); err != nil {
		return err
	}
	if f.asker, err = someUser(r, f.approval.AskedBy); err != nil {
		return err
	}
	u, err := someUser(r, f.approval.DecidedBy)
	f.decider = u.Name
	return err
}

// toAsker is the address of who asked for the approval of an event, as long as they may log in.
func (f *facts) toAsker() []string {
	if f.asker.Email == "" || f.asker.SuspendedAt != nil {
		return nil
	}
	return []string{f.asker.Email}
}

// mootApproval tells that an approval does not stand any more as the mail says.
func (f *facts) mootApproval(k Kind) string {
	want := catalog.ApprovalAsked
	switch k {
	case StaffEventApproved:
		want = catalog.Approved
	case StaffEventRejected:
		want = catalog.ApprovalRefused
	}
	if f.approval.State != want {
		return "the approval stands otherwise by now"
	}
	return ""
}
