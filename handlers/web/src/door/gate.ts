// The gate: asks the server while it answers, decides by itself while it does not, and
// brings what it did when it is back. Nothing is shown as let in before it is on the disk
// here or there.
import { Locked, Offline, Refused, type Server } from './api'
import { plainOf, readCode, readTag, type Read } from './codes'
import { candidate, canonical, clean, List, stateIn, type Ticket } from './list'
import { gateOf, has, mayAlone, openLease, take, type Held } from './lease'
import { plainForm, replacedCode, rotatingForm, ticketCode, unknownCode, type Ask, type Micros, type Rules } from './rules'
import type { Choice, Home, Move, Page, ScanAsk, Told, Uploaded, UploadRow, ZoneHome } from './wire'
import type { Vault } from './vault'

// batch is how many scans go up at once: small, so that little is sent twice.
export const batch = 50
// patience is how long a scan waits for the server before the phone decides, in ms.
export const patience = 1500
// most is how many tickets one scan names at most.
const most = 50
// unread is what a code is to a phone that has no list.
const unread: Read = { kind: unknownCode, ticket: null, shown: plainForm, step: 0 }
// renewEvery is how often a phone says that it still has its lease, in µs.
const renewEvery = 30 * 60e6
// staleAfter is the age of the list from which on an unknown code may just be new, in ms.
export const staleAfter = 10 * 60_000

export interface Want {
  codes: string[]
  zone: number
  gate?: number // of the plan, where the phone stands
  direction: string
  with?: string // the ticket that brings them
  tag?: string // in place of codes, which then stand for it
  confirmed?: boolean
  override?: boolean
  inside?: boolean // by a supervisor who was told that the ticket is inside
  reason?: string
}

// Row is a scan as it is kept, with its ticket where no list has it.
type Row = UploadRow & { ticket?: Ticket }

// Difference is what the server knew better than this phone.
export interface Difference {
  code: string
  at: Micros
  reason: string
}

export interface Clock {
  now(): number // ms
}

export interface Notices {
  online(yes: boolean): void
  waiting(scans: number): void
  progress(done: number, total: number): void
  zones(home: Home): void
  sent(scans: number): void
  differences(all: Difference[]): void
  rejected(rows: UploadRow[]): void
  locked(): void
}

interface Meta {
  home: Home
  end: Micros // of the list: what changed since is asked for next
  cursor: string // of a list that was not loaded to its end
  loaded: boolean
  whole?: boolean // what was refunded is on the list, too
  listedAt: number // ms, of the server's clock
  differences: Difference[]
  offset?: number // of the server's clock, ms
  held?: Record<number, Held> // by zone, where tickets are shared out
}

export class Gate {
  list = new List()
  private meta: Meta | undefined
  private queued: [IDBValidKey, Row][] = []
  // rejects are scans that the server refused: they stay on the disk until somebody has
  // looked at them.
  private rejects: [IDBValidKey, Row][] = []
  private newest: Micros = 0 // of what this tab queued
  private reachable = true
  private busy: Promise<void> | undefined
  private over = false
  private writing: Promise<void> = Promise.resolve() // what is on its way to the disk
  private deciding = 0 // scans that are decided here right now
  private offered = new Set<number>() // what this phone let the operator choose from

  constructor(
    private readonly server: Server,
    private readonly vault: Vault,
    private readonly rules: Rules,
    private readonly tell: Notices,
    private readonly clock: Clock = { now: () => Date.now() },
    private readonly uuid: () => string = () => crypto.randomUUID(),
  ) {}

  get home(): Home | undefined {
    return this.meta?.home
  }
  get online(): boolean {
    return this.reachable
  }
  get waiting(): number {
    return this.queued.length
  }
  get rejected(): UploadRow[] {
    return this.rejects.map(([, row]) => row)
  }
  get loaded(): boolean {
    return this.meta?.loaded ?? false
  }
  get listedAt(): number {
    return this.meta?.listedAt ?? 0
  }
  get differences(): Difference[] {
    return this.meta?.differences ?? []
  }

  // now is the time of the server, as far as this phone knows.
  now(): Micros {
    return (this.clock.now() + (this.meta?.offset ?? 0)) * 1000
  }

  // open reads what the phone kept. It tells whether the phone is a scanner; one that was
  // locked may still have scans to bring.
  async open(): Promise<boolean> {
    this.meta = await this.vault.get<Meta>('meta', 'meta')
    await this.reread()
    if (!this.meta) return false
    const pages = (await this.vault.keys('pages')).sort((a, b) => Number(a) - Number(b))
    for (const at of pages) this.list.restore((await this.vault.get<(Ticket | null)[]>('pages', at)) ?? [])
    for (const [, row] of this.queued) this.replay(row) // the pages may be older
    return true
  }

  // reread finds what is queued on the disk: by this tab before it was closed, or by
  // another.
  private async reread(): Promise<void> {
    const known = new Set([...this.queued, ...this.rejects].map(([at]) => at))
    for (const at of await this.vault.keys('queue')) {
      const row = known.has(at) ? undefined : await this.vault.get<Row & { rejected?: true }>('queue', at)
      if (row) (row.rejected ? this.rejects : this.queued).push([at, row])
    }
    this.tell.waiting(this.queued.length)
    this.tell.rejected(this.rejected)
  }

  // replay does to the list what a queued scan did, unless the list knows. The figures of the
  // zone know: they were kept with the scan.
  private replay(row: Row): void {
    const { kind } = this.list.find(plainOf(row.code))
    if (kind === unknownCode && row.ticket) this.list.put({ ...row.ticket })
    const { ticket } = this.list.find(plainOf(row.code))
    if (!ticket || row.refused) return
    const s = stateIn(ticket, row.zone)
    if (Math.max(s.lastIn, s.lastOut) < row.at) this.note(ticket, row.zone, row.out, row.at)
  }

  // note moves a ticket on the list, by this phone.
  private note(t: Ticket, zone: number, out: boolean, at: Micros): void {
    const d = this.meta?.home.device
    this.list.move(t, zone, { at, out, gate: d?.gate ?? '', by: d?.name ?? '' })
  }

  // move is note, and counts.
  private move(t: Ticket, zone: number, out: boolean, at: Micros): void {
    const before = stateIn(t, zone)
    const wasInside = before.inside, first = before.entries === 0
    this.note(t, zone, out, at)
    const z = this.meta?.home.zones.find((z) => z.id === zone)
    if (!z) return
    const by = out ? (wasInside ? -1 : 0) : wasInside ? 0 : 1
    z.attendance += by
    z.present += z.rules.mode === 'in' ? Number(!out && first) : by
  }

  zone(id: number): ZoneHome | undefined {
    return this.meta?.home.zones.find((z) => z.id === id)
  }

  // scan is one request at the gate.
  async scan(want: Want): Promise<Told> {
    want = { ...want, codes: want.codes.map(clean) }
    const ask: ScanAsk = { uuid: this.uuid(), ...want }
    if (!want.confirmed) this.offered.clear()
    let unheard = false
    if (this.reachable && !this.unbrought(want) && !want.codes.some((code) => this.offers(code))) {
      try {
        const told = await this.server.scan(ask, patience)
        await this.learn(want, told)
        return told
      } catch (e) {
        if (e instanceof Locked) await this.lock()
        if (!(e instanceof Offline)) throw e
        this.connected(false)
        unheard = true
      }
    }
    this.deciding++
    try {
      return await this.alone(ask, unheard)
    } finally {
      this.deciding--
    }
  }

  // unbrought tells whether this phone let in or out what is asked for, and has not brought
  // it yet: the box office would let it in once more. Nor does it know of a guest who is to
  // bring others, or that somebody stands outside of whom it may think that they are in.
  private unbrought(want: Want): boolean {
    if (!this.loaded || this.queued.length === 0) return false
    const asked = new Set(want.tag ? [readTag(want.tag, this.list).ticket?.id] : want.codes.map((code) => this.named(code)?.id))
    if (want.with) asked.add(this.named(want.with)?.id)
    asked.delete(undefined)
    const codes = want.codes.map((code) => canonical(plainOf(code)))
    return this.queued.some(([, row]) => row.zone === want.zone && (!row.refused || row.unheard)
      && (asked.has(this.named(row.code)?.id) || (row.unheard && codes.includes(canonical(plainOf(row.code))))))
  }

  // named is the ticket that a code in any form is about, be the code good or not.
  private named(code: string): Ticket | null {
    const parts = code.startsWith('S:') ? this.rules.signed(code) : null
    return parts ? (this.list.byID(parts.item) ?? null) : this.list.find(plainOf(code)).ticket
  }

  // read follows a code in any form.
  private read(code: string): Promise<Read> {
    return readCode(code, this.list, this.rules, this.meta?.home.codes?.keys ?? [], this.meta?.home.event.id ?? 0, this.now())
  }

  // offers tells whether a code is of what this phone let the operator choose from. It decides
  // about that itself, too: nobody else knows that the ticket was shown as the event wants.
  private offers(code: string): boolean {
    return this.offered.has(this.named(code)?.id ?? 0)
  }

  // learn moves the list as the server said, and notes which step of a rotating code was
  // used: without a network the same digits are good for nothing more. The verdict does not wait
  // until that is on the disk, as the server knows it, and few tabs are closed that quickly.
  private async learn(want: Want, told: Told): Promise<void> {
    const z = this.zone(want.zone)
    if (z) {
      z.attendance = told.attendance
      z.present = told.present
      told.gate = this.holder(this.list.find(told.code).ticket, z)
    }
    if (told.status !== 'valid') return
    for (const code of want.codes) {
      const read = await this.read(code)
      const ticket = (want.codes.length === 1 ? this.list.find(told.code).ticket : this.named(code)) ?? read.ticket
      if (!ticket) continue
      if (ticket.unlisted) this.list.put(ticket)
      if (!told.out) ticket.step = Math.max(ticket.step, read.step)
      this.note(ticket, want.zone, told.out, this.now())
    }
    void this.flush().catch(() => undefined)
  }

  // alone decides on the phone, and queues what it did. What the server was asked before, and
  // left unheard, it may have let in all the same.
  private async alone(ask: ScanAsk, unheard: boolean): Promise<Told> {
    if (this.ended()) {
      await this.lock()
      throw new Locked()
    }
    const z = this.zone(ask.zone)
    if (!z || !this.loaded) {
      if (z && unheard) await this.keep(ask, ask.codes.map(() => unread), 'noList', [], unheard)
      throw new Offline()
    }
    await this.empty(z)
    const asked = await this.question(ask, z)
    const decision = this.rules.decide(asked.ask)
    // Whose code was replaced hears nothing of who has the ticket now.
    const read = asked.found[decision.speaker]
    const speaker = read?.kind === replacedCode ? null : (read?.ticket ?? null)
    const code = ask.codes[decision.speaker] ?? ''
    const told: Told = {
      status: decision.status, detail: decision.detail, out: decision.out, forced: decision.forced, code: speaker?.code ?? code,
      item: speaker?.id ?? 0, kind: speaker?.good.name ?? '', name: speaker?.name ?? '', order: speaker?.order ?? '',
      entries: speaker ? stateIn(speaker, ask.zone).entries : 0, maxEntries: z.rules.scansInMax ?? null,
      attendance: z.attendance, present: z.present, capacity: z.rules.capacity ?? null,
      last: speaker && !z.hidden ? lastAt(speaker, ask.zone) : null, entered: [], replacedAt: read?.was?.at ?? null, cause: read?.was?.cause ?? '',
      choices: decision.status === 'requiresConfirmation' && speaker ? await this.choices(speaker, ask.codes[decision.speaker]!, ask, z) : [],
      remedy: decision.remedy, gate: this.holder(speaker, z), provisional: decision.status === 'valid' && asked.found.some((f) => f.ticket?.unlisted === true),
    }
    if (decision.status === 'requiresConfirmation') return told // nothing was decided
    await this.keep(ask, asked.found, decision.status === 'valid' ? '' : told.detail || told.status, decision.each, unheard)
    told.attendance = z.attendance
    told.present = z.present
    return told
  }

  // empty scans everybody out at the moments of a zone that have passed, as the box office does.
  private async empty(z: ZoneHome): Promise<void> {
    const now = this.now(), due = (z.scanOut ?? []).filter((at) => at <= now)
    if (due.length === 0) return
    for (const at of due) {
      const left = this.list.scanOut(z.id, at)
      z.attendance = Math.max(0, z.attendance - left)
      z.present = Math.max(0, z.present - left)
    }
    z.scanOut = z.scanOut!.filter((at) => at > now)
    await this.flush()
  }

  private async question(want: Want, z: ZoneHome): Promise<{ ask: Ask; found: Read[] }> {
    const precise = Boolean(z.rules.precision) && z.rules.mode !== 'auto' && !want.confirmed
    const { keys, provisional, ...codes } = this.meta?.home.codes ?? {}
    const now = this.now()
    const read = want.tag ? [readTag(want.tag, this.list)] : await Promise.all(want.codes.map((code) => this.read(code)))
    const found = read.map((one) => this.brought(one, want, z.id))
    const mayOverride = Boolean(want.override && this.meta?.home.device.overrides)
    return {
      found,
      ask: {
        zone: z.rules, attendance: z.attendance, direction: want.direction, now, day: this.meta?.home.day ?? 0,
        confirmed: Boolean(want.confirmed), ignoreCapacity: mayOverride, ignoreAge: mayOverride, ignoreCode: mayOverride, ignoreLease: mayOverride, ignoreInside: mayOverride && Boolean(want.inside),
        codes: { ...codes, provisional: Boolean(provisional && this.meta?.whole) }, // else what the list does not have may have been refunded
        tickets: found.map((read) => candidate(this.list, read, z.id, precise, !this.meta?.home.demo, (t) => !mayAlone(this.meta?.held?.[z.id], t.bought, t.good.saleItem, gateOf(t), now))),
      },
    }
  }

  // brought takes a ticket as if it had shown its best code, if one of its order that is
  // inside brings it, or if it was chosen out of what was shown, as the box office does.
  private brought(read: Read, want: Want, zone: number): Read {
    const lead = want.with ? this.list.find(want.with).ticket : null
    const brings = lead && lead.order === read.ticket?.order && stateIn(lead, zone).inside
    const chosen = want.confirmed && this.offered.has(read.ticket?.id ?? 0)
    return read.kind === ticketCode && (brings || chosen) ? { ...read, shown: rotatingForm } : read
  }

  // rest are those who may come in with a ticket that is inside: the guests of its party, or
  // the tickets of its order.
  async rest(t: Ticket, zone: number): Promise<string[]> {
    const z = this.zone(zone), codes: string[] = []
    if (!z) return codes
    for (const other of this.list.together(t)) {
      if (other === t || stateIn(other, zone).inside) continue
      const { ask } = await this.question({ codes: [other.code], zone, direction: z.rules.mode === 'in&out' ? 'in' : '', with: t.code, confirmed: true }, z)
      if (this.rules.decide(ask).status === 'valid' && codes.push(other.code) === most) break
    }
    return codes
  }

  // holder names the gate whose phone alone lets a ticket in, empty: none.
  private holder(t: Ticket | null, z: ZoneHome): string {
    const other = t && z.leases?.others.find((o) => has(o, t.bought, t.good.saleItem, gateOf(t)))
    return other ? other.gate : ''
  }

  // choices are the ticket and what of its add-ons could pass: whoever showed the one has shown
  // the others.
  private async choices(t: Ticket, shown: string, want: Want, z: ZoneHome): Promise<Choice[]> {
    const all = [{ code: shown, name: t.good.name, item: t.id }], extras = this.list.addOns(t)
    this.offered = new Set([t, ...extras].map((one) => one.id))
    for (const { code, good, id } of extras) {
      const { tag, ...plain } = want
      const one = await this.question({ ...plain, codes: [code], confirmed: true }, z)
      if (this.rules.decide(one.ask).status === 'valid') all.push({ code, name: good.name, item: id })
    }
    return all
  }

  // keep writes a scan down before anybody hears of it. Each ticket has a row of its own, under
  // a uuid that the server knows where it let in the same request, and its answer came too late.
  private async keep(ask: ScanAsk, found: Read[], refusal: string, each: { out: boolean; forced: boolean }[], unheard: boolean): Promise<void> {
    if (!this.meta) throw new Offline()
    const at = this.now()
    for (const [i, { kind, ticket, step }] of found.entries()) {
      const { out = false, forced = false } = each[i] ?? {}
      const row: Row = {
        uuid: i === 0 ? ask.uuid : `${ask.uuid}/${i}`, code: (step === 0 && kind !== replacedCode && ticket?.code) || (ask.codes[i] ?? ''), zone: ask.zone, ...(ask.gate ? { gate: ask.gate } : {}), at,
        out, refused: refusal !== '', detail: refusal,
      }
      if (unheard && refusal) row.unheard = true
      if (forced && !refusal) Object.assign(row, { forced, detail: ask.reason ?? '' })
      if (ticket?.unlisted && !refusal) Object.assign(row, { provisional: true, ticket })
      const key = this.keyOf(row)
      await this.vault.queue(key, row)
      this.queued.push([key, row])
      if (!ticket || refusal) continue
      if (ticket.unlisted) this.list.put(ticket)
      if (!out) ticket.step = Math.max(ticket.step, step)
      this.move(ticket, ask.zone, row.out, at)
    }
    await this.save()
    this.tell.waiting(this.queued.length)
  }

  // keyOf is where a scan is queued: by its time, and no two at one place, whoever queued
  // the other and whatever was forgotten by a crash.
  private keyOf(row: Row): string {
    this.newest = Math.max(row.at, this.newest + 1)
    return `${String(this.newest).padStart(16, '0')} ${row.uuid}`
  }

  private async save(): Promise<void> {
    if (this.meta) await this.vault.put('meta', 'meta', this.meta)
  }

  // flush brings the pages on the disk up to date, after those that are on their way: no older
  // page overwrites a newer one.
  private flush(): Promise<void> {
    this.writing = this.writing.catch(() => undefined).then(() => this.write())
    return this.writing
  }

  private async write(): Promise<void> {
    for (const { page, tickets } of this.list.changed()) {
      if (!this.meta) return // nothing is kept of a locked phone
      await this.vault.put('pages', page, tickets)
    }
    await this.save()
  }

  // sync brings what waits, reads where the gate stands, and what changed. Only one runs.
  sync(): Promise<void> {
    this.busy ??= this.exchange().finally(() => {
      this.busy = undefined
    })
    return this.busy
  }

  private async exchange(): Promise<void> {
    if (this.over) {
      if (this.queued.length > 0) await this.settle()
      return
    }
    try {
      await this.greet()
      this.connected(true)
      await this.bring()
      await this.fetch()
      await this.hear()
    } catch (e) {
      if (e instanceof Locked) return this.lock()
      if (!(e instanceof Offline)) throw e
      this.connected(false)
      if (this.ended()) await this.lock()
    }
  }

  // ended tells that the phone is a scanner no more. Without a network nobody else takes it
  // its list.
  private ended(): boolean {
    const end = this.meta?.home.device.endsAt ?? 0
    return end > 0 && this.now() >= end
  }

  private async greet(): Promise<void> {
    const began = this.clock.now()
    const home = await this.server.home(this.queued.length)
    if (this.over) throw new Locked()
    const offset = Math.round(home.now / 1000 - (began + this.clock.now()) / 2)
    if (this.meta && this.meta.home.event.id !== home.event.id) throw new Locked() // the phone joined another event
    const waits = this.queued.length > 0
    if (this.meta && waits) {
      // What is queued is not in the server's figures yet.
      for (const z of home.zones) {
        const here = this.zone(z.id)
        if (here) Object.assign(z, { attendance: here.attendance, present: here.present })
      }
    }
    const held = await this.leases(home)
    if (this.over) throw new Locked()
    this.meta = this.meta
      ? { ...this.meta, home, offset, held }
      : { home, end: 0, cursor: '', loaded: false, listedAt: 0, differences: [], offset, held }
    await this.save()
    this.tell.zones(home)
  }

  // leases is what the phone knows once the server has said how they stand.
  private async leases(home: Home): Promise<Record<number, Held>> {
    const all: Record<number, Held> = {}
    for (const z of home.zones) {
      if (!z.bound || !z.leases) continue
      all[z.id] = await take(this.meta?.held?.[z.id], z.leases, (text) => openLease(text, this.rules, home.codes.keys, z.id, home.device.id))
    }
    return all
  }

  // hear tells the server what the phone knows and holds, once everything that it did before
  // is there, and the list says what others did.
  private async hear(): Promise<void> {
    for (const [zone, h] of Object.entries(this.meta?.held ?? {})) {
      if (this.over || !this.loaded || this.deciding > 0 || this.queued.length > 0) return
      h.usable = h.lease !== null
      const holds = h.lease?.serial ?? 0, said = `${h.epoch} ${holds} ${h.dropped} ${Math.floor(this.now() / renewEvery)}`
      if (h.heard === said) continue
      await this.save() // the phone must not forget what it says
      await this.server.heard({ zone: Number(zone), epoch: h.epoch, holds, dropped: h.dropped })
      h.heard = said
      await this.save()
    }
  }

  // bring sends what was queued, oldest first. What the server knew better is listed.
  private async bring(): Promise<void> {
    let sent = 0
    await this.reread()
    while (this.queued.length > 0) {
      const some = this.queued.slice(0, batch)
      await this.sendUp(some)
      sent += some.length
    }
    if (sent > 0) this.tell.sent(sent)
  }

  private async sendUp(some: [IDBValidKey, Row][]): Promise<void> {
    const rows = some.map(([, { ticket, ...row }]): UploadRow => row)
    let told: Uploaded
    try {
      told = await this.server.upload(rows[0]?.uuid ?? this.uuid(), rows)
    } catch (e) {
      if (!(e instanceof Refused)) throw e
      // One row must not hold the others back: they go alone, and what is refused is kept.
      if (some.length > 1) for (const one of some) await this.sendUp([one])
      else await this.reject(some[0]!)
      return
    }
    const better: Difference[] = []
    for (const [i, r] of told.rows.entries()) {
      const row = rows[i]
      if (row && !row.refused && r.detail) better.push({ code: row.code, at: row.at, reason: r.detail })
    }
    for (const o of told.over) better.push({ code: '', at: this.now(), reason: `over:${o.zone}:${o.attendance}:${o.capacity}` })
    if (better.length > 0 && this.meta) {
      this.meta.differences = [...better, ...this.meta.differences].slice(0, 200)
      this.tell.differences(this.meta.differences)
    }
    await this.flush() // the pages must know before the queue forgets
    await this.unqueue(some)
  }

  // reject puts a scan aside that the server refused.
  private async reject([at, row]: [IDBValidKey, Row]): Promise<void> {
    await this.vault.queue(at, { ...row, rejected: true })
    this.queued = this.queued.filter(([key]) => key !== at)
    this.rejects.push([at, row])
    this.tell.waiting(this.queued.length)
    this.tell.rejected(this.rejected)
  }

  // looked forgets the scans that the server refused: somebody has seen them.
  async looked(): Promise<void> {
    await this.vault.remove('queue', this.rejects.map(([at]) => at))
    this.rejects = []
    this.tell.rejected([])
    if (this.over) await this.settle()
  }

  private async unqueue(some: [IDBValidKey, Row][]): Promise<void> {
    const keys = new Set(some.map(([at]) => at))
    await this.vault.remove('queue', [...keys])
    this.queued = this.queued.filter(([at]) => !keys.has(at))
    this.tell.waiting(this.queued.length)
  }

  // fetch loads the list to its end, then what changed since. Where a signature alone lets in what
  // the list does not have, the list has what was refunded, too. One that was loaded without that
  // is read anew, as changes since ever.
  private async fetch(): Promise<void> {
    const meta = this.meta
    if (!meta) return
    const gone = meta.home.codes.provisional === true, anew = meta.loaded && gone && !meta.whole
    if (anew) meta.end = 0
    if (!meta.loaded && !meta.cursor) meta.whole = gone
    for (;;) {
      const page: Page = await this.server.list(meta.loaded ? { since: meta.end } : meta.cursor ? { cursor: meta.cursor } : { gone })
      if (this.over) return
      this.list.take(page)
      meta.end = page.end
      if (!meta.loaded) {
        meta.cursor = page.cursor
        this.tell.progress(this.list.size, Math.max(page.total, this.list.size))
      }
      if (page.cursor === '' || meta.loaded) {
        // A page of changes that is full has more behind it.
        if (meta.loaded && page.cursor !== '') continue
        meta.loaded = true
        meta.cursor = ''
        if (anew) meta.whole = true
        meta.listedAt = this.now() / 1000
        for (const [, row] of this.queued) this.replay(row)
        await this.flush()
        return
      }
      await this.flush()
    }
  }

  private connected(yes: boolean): void {
    if (this.reachable !== yes) this.tell.online((this.reachable = yes))
  }

  // lock takes the phone its list at once. What still waits goes up, now or when there is a
  // network again: it moves nobody, but the office can see it. A phone that never was a
  // scanner has nothing to lose.
  async lock(): Promise<void> {
    if (this.over || (!this.meta && this.queued.length === 0)) return
    await this.forget()
    this.tell.locked()
    await this.settle()
  }

  // forget drops the list and what the phone was. Scans that wait are kept, sealed.
  async forget(): Promise<void> {
    this.over = true
    this.meta = undefined
    this.list = new List()
    await this.writing.catch(() => undefined)
    await this.vault.clear('meta')
    await this.vault.clear('pages')
  }

  // deliver brings all that waits, and tells how many scans could not be brought, or were
  // refused and nobody has looked at them.
  async deliver(): Promise<number> {
    try {
      await this.bring()
    } catch (e) {
      if (e instanceof Locked) await this.unqueue(this.queued) // it takes none of them, ever
      else if (!(e instanceof Offline)) throw e
    }
    return this.queued.length + this.rejects.length
  }

  // settle brings all that waits, and then wipes the phone; while a scan is left it wipes
  // nothing, and tells how many are.
  async settle(): Promise<number> {
    const left = await this.deliver()
    if (left > 0) return left
    if (!(await this.vault.wipe())) await this.reread() // another tab was quick
    else await this.forget()
    return this.queued.length
  }
}

// lastAt is the last move of a ticket at a zone.
export function lastAt(t: Ticket, zone: number): Move | null {
  const s = stateIn(t, zone)
  const at = Math.max(s.lastIn, s.lastOut)
  if (at === 0) return null
  if (t.last && t.last.at === at) return t.last
  return { at, out: s.lastOut > s.lastIn, gate: '', by: '' }
}

// elsewhere names the zones where a ticket is good.
export function elsewhere(home: Home, t: Ticket | null, zone: number): string[] {
  if (!t) return []
  const takes = (z: ZoneHome) => {
    const named = z.rules.saleItems ?? []
    return named.length === 0 ? t.good.kind !== 1 : named.includes(t.good.saleItem)
  }
  return home.zones.filter((z) => z.id !== zone && takes(z)).map((z) => z.name)
}

