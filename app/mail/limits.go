package mail

import "time"

// Limits of this area.
const (
	// MaxPage is the largest page of a list of mails.
	MaxPage = 100
	// MaxSubject and MaxBody bound a text of a company's own, in characters.
	MaxSubject = 200
	MaxBody    = 20_000
	// maxLine bounds one line of a filled text, and maxValue what a placeholder stands for,
	// in bytes.
	maxLine  = 10_000
	maxValue = 40_000
	// maxLines is how many lines a placeholder with one line for each item has.
	maxLines = 100
	// maxTexts is how many texts of its own a list of a company shows.
	maxTexts = 1_000
	// MaxNote bounds what staff add to a mail about an event, in characters.
	MaxNote = 2_000
	// maxReason bounds what is kept of an error, in bytes.
	maxReason = 300
	// MaxReason bounds why an address gets no mails, in characters.
	MaxReason = 200
	// MaxStaff is how many people of the company get a copy of something.
	MaxStaff = 10

	// maxCircularTexts is in how many languages a circular may be, maxCircularEvents of how many
	// events those may be whom it goes to, and maxCircularsSeen how many of an event are looked at
	// to tell when another was sent.
	maxCircularTexts  = 20
	maxCircularEvents = 20
	maxCircularsSeen  = 20
	// circularPause is the pause behind each clockBatch of people whom a circular is written to: a
	// thousand a minute.
	circularPause = 12 * time.Second

	// planEvery is the pause between two looks for what is to be mailed when nothing wakes
	// the job, and planBatch how much one transaction takes.
	planEvery = 30 * time.Second
	planBatch = 50
	// listWaits is how long a list waits for mails that are being written.
	listWaits = time.Second
	// clockEvery is the pause between two looks for reminders and tickets that open.
	clockEvery = 30 * time.Minute
	// openedWithin is how long after the begin of an event it is still told that its tickets
	// have opened.
	openedWithin = 24 * time.Hour
	// clockBatch is how many items of an event one transaction looks at.
	clockBatch = 200
	// MaxReminderHours is how long before an event a reminder may be sent.
	MaxReminderHours = 14 * 24

	// MaxResends is how many mails about one order staff may ask for within resendWindow,
	// maxResendsOfBuyer from how many on its buyer may ask for none, and maxRecent how many of its latest mails are looked at for that.
	MaxResends        = 10
	maxResendsOfBuyer = 3
	resendWindow      = time.Hour
	maxRecent         = 200

	// maxUnpaid is how many mails about orders that nobody paid for an address gets within
	// unpaidWindow. More are held.
	maxUnpaid    = 10
	unpaidWindow = time.Hour

	// MaxAttachment is the largest file with tickets that a mail carries, in bytes, and
	// maxAttached how many tickets it has at most. More are behind the link alone.
	MaxAttachment = 5 << 20
	maxAttached   = 50

	// maxPasswordWait is how long after somebody asked for it a link to set a password may
	// still be sent.
	maxPasswordWait = 4 * time.Hour

	// KeepBody is how long the text of a mail is kept, and KeepMail who got which mail.
	KeepBody = 180 * 24 * time.Hour
	KeepMail = 400 * 24 * time.Hour
	// forgetEvery is the pause between two looks for what is to be forgotten, and
	// forgetBatch how much one transaction forgets.
	forgetEvery = 24 * time.Hour
	forgetBatch = 200

	// sendTimeout is how long handing one mail over may take, and sendAttempts how often it
	// is tried: for two days.
	sendTimeout  = 2 * time.Minute
	sendAttempts = 18
	// sendParallel is how many mails of a company are handed over at once.
	sendParallel = 8
	// markTries is how often it is tried to note that a mail was sent.
	markTries = 5
)

// sendPauses are those between attempts; the last one repeats.
var sendPauses = []time.Duration{
	15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour,
}
