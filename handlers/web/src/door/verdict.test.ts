// What a steward sees of every outcome at a door, as family, shape, word, fact and what to do.
import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Ticket } from './list'
import { verdictOf, type Surroundings, type Verdict } from './verdict'
import type { Told } from './wire'
import { Words } from './words'

const now = Date.UTC(2027, 5, 1, 18) * 1000, minutes = 60e6
const zone = { id: 7, name: 'Main', bound: true, hidden: false, attendance: 0, present: 0, rules: { mode: 'in&out', entry: true, saleItems: [] as number[] } }
const good = { saleItem: 10, kind: 0, name: 'Weekend', from: null as number | null, to: null as number | null, grace: 0 }
const ticket = { code: 'CODE1', name: 'Zoé', order: 'R1', zones: [] as object[], good }
const last = { at: now - 12 * minutes, out: false, gate: 'Bahnhof', by: 'Mirko' }
const left = { ...last, out: true }

interface Row {
  told: Partial<Told>
  zone?: object
  hidden?: boolean // the zone tells nobody who is inside
  good?: object
  overrides?: boolean
  online?: boolean
  around?: Partial<Surroundings>
  sees: Omit<Partial<Verdict>, 'fact'> & { fact?: Verdict['fact'] | undefined }
}

const stop = { family: 'stop', shape: 'cross', word: 'STOP' } as const
const ask = { family: 'ask', shape: 'question' } as const
const wait = { family: 'ask', shape: 'hourglass', word: 'WAIT' } as const
const desk = 'To the help desk, please.'

const rows: Record<string, Row> = {
  'valid, in': { told: {}, sees: { family: 'ok', shape: 'tick', word: 'OK', about: 'Weekend. Zoé' } },
  'valid, out': {
    told: { out: true }, around: { ticket: { ...ticket, zones: [{ zone: 7, inside: false, entries: 1, lastIn: now - 130 * minutes, lastOut: now }] } as Ticket },
    sees: { family: 'ok', shape: 'out', plate: { title: 'stayed 2 hr 10 min', line: '' } },
  },
  'valid, several': { told: {}, around: { codes: 4 }, sees: { family: 'ok', word: 'OK 4', why: '4 came in' } },
  'valid, of an order': {
    told: {}, around: { others: [{ zones: [{ zone: 7, inside: true }] }, { zones: [] }] as unknown as Ticket[] },
    sees: { family: 'ok', plate: { title: 'Order R1', line: '1 of 2 in this order are in' } },
  },
  'valid, guest list': {
    told: {}, good: { kind: 3 }, around: { rest: ['A', 'B', 'C'], others: [{ zones: [{ zone: 7, inside: true }] }, { zones: [] }] as unknown as Ticket[] },
    sees: { family: 'ok', party: true, rest: ['A', 'B', 'C'], plate: { title: '1 of 2 came', line: '' } },
  },
  'valid, by a supervisor': { told: { forced: true }, sees: { family: 'ok', why: 'by supervisor' } },
  'alreadyIn': { told: { status: 'alreadyIn', last }, sees: { ...stop, why: 'Already inside', fact: { label: 'Came in 12 minutes ago', big: '17:48', lines: ['Bahnhof', 'scanned by Mirko'] } } },
  'valid, at another gate than that of the seat': {
    told: {}, around: { gate: 3, ticket: { ...ticket, gates: [4, 5] } as unknown as Ticket },
    sees: { family: 'ok', word: 'OK', fact: { label: 'Another gate leads to the seat', big: 'West, South', lines: ['Good here too. Show them the way.'] } },
  },
  'valid, at one of the gates of the seat': { told: {}, around: { gate: 4, ticket: { ...ticket, gates: [4, 5] } as unknown as Ticket }, sees: { family: 'ok', fact: undefined } },
  'valid, and nobody said which gate this is': { told: {}, around: { ticket: { ...ticket, gates: [4, 5] } as unknown as Ticket }, sees: { family: 'ok', fact: undefined } },
  'valid, with a ticket for any gate': { told: {}, around: { gate: 3 }, sees: { family: 'ok', fact: undefined } },
  'alreadyIn, by a supervisor': { told: { status: 'alreadyIn', last, remedy: { kind: 'helpDesk', at: null, override: true } }, overrides: true, sees: { ...stop, why: 'Already inside', overridable: true } },
  'alreadyOut': { told: { status: 'alreadyOut', last: left }, sees: { ...ask, word: 'CHECK', why: 'Already out', fact: { big: '17:48', lines: ['Bahnhof', 'scanned by Mirko'] }, todo: 'Nothing to record. Let them leave.' } },
  'scansInExceeded': {
    told: { status: 'scansInExceeded', entries: 2, maxEntries: 2, last, entered: [last, { ...last, at: now - 60 * minutes, gate: '' }] },
    sees: { ...stop, why: 'Entries used up', fact: { big: '2 of 2', lines: ['17:48, Bahnhof', '17:00, Mirko'] }, todo: desk },
  },
  'an old code': {
    told: { status: 'denied', detail: 'historicBarcode', replacedAt: now - 5 * minutes, cause: 'soldOn', name: 'whoever has it now' },
    sees: { ...stop, why: 'Old code', about: 'Weekend', fact: { big: '17:55', lines: ['Sold on', 'Replaced 5 minutes ago'] }, todo: 'Ask for the newest ticket: e-mail or app.' },
  },
  'itemDoesNotQualify': {
    told: { status: 'denied', detail: 'itemDoesNotQualify', remedy: { kind: 'otherGate', at: null, override: false } }, zone: { saleItems: [99] },
    sees: { ...stop, why: 'Not for this gate', fact: { label: 'Good at', big: 'Camping', lines: [] }, todo: '' },
  },
  'at another gate alone': {
    told: { status: 'denied', detail: 'itemDoesNotQualify', gate: 'North', remedy: { kind: 'otherGate', at: null, override: true } }, overrides: true,
    sees: { ...stop, why: 'Another gate has this ticket', fact: { label: 'Good at', big: 'North', lines: [] }, overridable: true },
  },
  'outside of its time': {
    told: { status: 'denied', detail: 'outsideOfValidityPeriod' }, good: { to: now - minutes },
    sees: { ...stop, why: 'Not now', fact: { big: 'Good until 17:59', lines: [] }, todo: `Its time is over. ${desk}` },
  },
  'before its time, soon': {
    told: { status: 'denied', detail: 'outsideOfValidityPeriod', remedy: { kind: 'comeLater', at: now + 30 * minutes, override: false } }, good: { from: now + 30 * minutes, to: now + 300 * minutes },
    sees: { ...wait, again: true, fact: { big: 'Good 18:30 to 23:00', lines: [] }, todo: 'Come back 18:30' },
  },
  'soldInDemoMode': { told: { status: 'denied', detail: 'soldInDemoMode' }, sees: { ...stop, why: 'Sold in demo mode', todo: desk } },
  'orderLocked': { told: { status: 'denied', detail: 'orderLocked' }, sees: { ...stop, why: 'Order locked', todo: desk } },
  'void': { told: { status: 'denied' }, sees: { ...stop, why: 'Cancelled or refunded', todo: desk } },
  'unknown code': { told: { status: 'denied', item: 0, code: 'ABCD12345678WXYZ' }, sees: { ...stop, why: 'Not one of ours', fact: { label: 'Read as', big: 'ABCD … WXYZ', lines: [] } } },
  'unknown code, the list is old': {
    told: { status: 'denied', item: 0, code: 'ABC' }, online: false, around: { listedAt: now / 1000 - 20 * 60_000 },
    sees: { ...stop, why: 'Not in the list of 17:40', todo: 'Bought after 17:40? To the help desk.' },
  },
  'zoneClosed, before': { told: { status: 'zoneClosed' }, zone: { opening: now + 45 * minutes }, sees: { ...wait, why: 'Opens 18:45', again: true, fact: { big: '45 min', lines: [] } } },
  'zoneClosed, after': { told: { status: 'zoneClosed' }, zone: { closing: now - 60 * minutes }, sees: { ...stop, why: 'Closed 17:00', todo: desk } },
  'ageUnknown, by a supervisor': {
    told: { status: 'ageUnknown', remedy: { kind: 'showID', at: null, override: true } }, zone: { minAge: 18 }, overrides: true,
    sees: { ...ask, word: 'CHECK ID', fact: { big: 'Limit: 18 and over', lines: [] }, overridable: true },
  },
  'ageUnknown, by a steward': { told: { status: 'ageUnknown', remedy: { kind: 'showID', at: null, override: true } }, zone: { minAge: 18 }, sees: { ...stop, why: 'Age not known', todo: "A supervisor may let in here: with a supervisor's phone." } },
  'tooYoung': { told: { status: 'tooYoung' }, zone: { minAge: 18 }, sees: { ...stop, why: 'Under 18', todo: desk } },
  'tooOld': { told: { status: 'tooOld' }, zone: { maxAge: 17 }, sees: { ...stop, why: 'Over 17', todo: desk } },
  'full': { told: { status: 'full', attendance: 4000, capacity: 4000 }, sees: { ...wait, why: 'Full', again: true, fact: { big: '4,000 of 4,000', lines: ['inside'] } } },
  'requiresConfirmation': {
    told: { status: 'requiresConfirmation', choices: [{ code: 'S:A', name: 'Pass', item: 1 }, { code: 'S:B', name: 'Parking', item: 2 }] },
    around: { extras: [{ ...ticket, id: 2, code: 'B', zones: [{ zone: 7, inside: true, entries: 1, lastIn: now, lastOut: 0 }] }, { ...ticket, id: 3, code: 'C', good: { ...good, name: 'Breakfast' }, zones: [{ zone: 7, inside: true, entries: 1, lastIn: now - 12 * minutes, lastOut: 0 }], last: { at: now - 12 * minutes, out: false, gate: 'Bahnhof', by: '' } }] },
    sees: {
      ...ask, word: 'CHOOSE', why: '3 things on this code',
      choices: [{ code: 'S:A', name: 'Pass', item: 1, line: 'Zoé', used: false }, { code: 'S:B', name: 'Parking', item: 2, line: '', used: false }, { code: 'C', name: 'Breakfast', line: 'Used 17:48, Bahnhof', used: true }],
    },
  },
  'requiresConfirmation, at a zone that hides its attendees': {
    told: { status: 'requiresConfirmation', choices: [{ code: 'S:A', name: 'Pass', item: 1 }] }, hidden: true,
    around: { extras: [{ ...ticket, id: 3, code: 'C', good: { ...good, name: 'Breakfast' }, zones: [{ zone: 7, inside: true, entries: 1, lastIn: now - 12 * minutes, lastOut: 0 }] } as unknown as Ticket] },
    sees: { ...ask, word: 'CHOOSE', choices: [{ code: 'S:A', name: 'Pass', item: 1, line: 'Zoé', used: false }, { code: 'C', name: 'Breakfast', line: 'Already inside', used: true }] },
  },
}

for (const [name, row] of Object.entries(rows)) {
  test(`a verdict: ${name}`, () => {
    const told = {
      status: 'valid', detail: '', out: false, forced: false, code: 'CODE1', item: 1, kind: 'Weekend', name: 'Zoé', order: 'R1', entries: 0, maxEntries: null,
      attendance: 0, present: 0, capacity: null, last: null, entered: [], replacedAt: null, cause: '', choices: [], remedy: { kind: '', at: null, override: false }, ...row.told,
    }
    const here = { ...zone, hidden: row.hidden ?? false, rules: { ...zone.rules, ...row.zone } }
    const home = { device: { overrides: row.overrides ?? false }, zones: [here, { ...zone, id: 8, name: 'Camping' }], gates: [{ id: 3, name: 'North' }, { id: 4, name: 'West' }, { id: 5, name: 'South' }] }
    const v = verdictOf(told, {
      home, zone: 7, ticket: told.item ? { ...ticket, good: { ...good, ...row.good } } : null, others: [], rest: [], extras: [], now, online: row.online ?? true, listedAt: now / 1000,
      words: new Words('en', 'UTC'), codes: 1, direction: 'in', gate: 0, ...row.around,
    } as unknown as Surroundings)
    for (const [part, want] of Object.entries(row.sees)) assert.deepEqual(v[part as keyof Verdict], want, part)
    if (row.sees.family === 'stop') assert.ok(v.todo !== '' || v.fact, 'every no has a next step')
  })
}
