// The state of the scanner: what is on the screen, and what happens next.
import { batch, computed, signal } from '@preact/signals'
import { HTTP, Locked, Offline, Refused } from './api'
import { Awake } from './awake'
import { Camera, type CameraState } from './camera'
import { plainOf } from './codes'
import { Eye, Wedge } from './eye'
import { Gate, type Difference, type Notices } from './gate'
import { canonical, type Ticket } from './list'
import { hold } from './only'
import { guestKind, Rules } from './rules'
import { fold } from './search'
import { signal as sound, unlock, type Signals } from './signal'
import { spoken, verdictOf, type Verdict } from './verdict'
import { readTags } from './tag'
import { Vault } from './vault'
import type { Found, Home, Told, UploadRow } from './wire'
import { Words } from './words'

export type Screen = 'opening' | 'elsewhere' | 'join' | 'start' | 'ready' | 'locked'
export type Sheet = '' | 'type' | 'search' | 'menu' | 'details' | 'override' | 'joinScan'
export type Half = 'whole' | 'upper' | 'lower'

export interface Past {
  verdict: Verdict
  code: string
}

// syncEvery is how often the list and the queue are brought up to date, in ms.
const syncEvery = 10_000
// okStays is how long an OK stays, groupStays one whose guest may bring others, stopHolds how long a stop cannot be scanned away, and
// deaf how long a verdict takes no touches, in ms.
const okStays = 2500, groupStays = 8000, stopHolds = 1200
export const deaf = 250
// dimAfter is how long nothing happens before the screen dims, and warned how long a warning
// stays, in ms.
const dimAfter = 20_000, warned = 10_000
// nearlyFull is the part of its room in the browser that is left free.
const nearlyFull = 0.1
// maxFound is how many tickets a search shows.
const maxFound = 20
// codeKept and lostKept are what a tab keeps while it is loaded anew: the gate code that it was
// opened with, and that it is not the scanner any more.
const codeKept = 'door.code', lostKept = 'door.lost'
// maxPast is how many scans are listed.
const maxPast = 50

const remembered = <T extends string>(key: string, usual: T): T => (localStorage.getItem(`door.${key}`) as T | null) ?? usual

export class Scanner implements Notices {
  readonly screen = signal<Screen>('opening')
  readonly sheet = signal<Sheet>('')
  readonly home = signal<Home | undefined>(undefined)
  readonly onlineNow = signal(true)
  readonly queue = signal(0)
  readonly loading = signal<{ done: number; total: number } | undefined>(undefined)
  readonly sentNow = signal(0)
  readonly better = signal<Difference[]>([])
  readonly refused = signal<UploadRow[]>([]) // by the server, until somebody has looked
  readonly zoneID = signal(0)
  // standing is the gate of the plan where this phone stands: one that was chosen here, else the
  // one that its gate code names; 0: not said.
  private readonly chosenGate = signal(remembered<string>('gate', ''))
  readonly standing = computed(() => {
    const { device, gates = [] } = this.home.value ?? {}
    const chosen = this.chosenGate.value
    if (chosen === '0') return 0
    const gate = gates.find((g) => String(g.id) === chosen) ?? gates.find((g) => fold(g.name.trim()) === fold(device?.gate.trim() ?? ''))
    return gate?.id ?? 0
  })
  readonly direction = signal<'in' | 'out'>('in')
  readonly verdict = signal<Verdict | undefined>(undefined)
  readonly kept = signal(false) // an OK that was told to stay
  readonly past = signal<Past[]>([])
  readonly note = signal('')
  readonly camera = signal<CameraState>('off')
  readonly torch = signal<'none' | 'off' | 'on'>('none')
  readonly tags = signal(false) // tags are read
  readonly dim = signal(false)
  readonly half = signal<Half>(remembered<Half>('half', 'whole'))
  readonly signals = signal<Signals>(remembered<Signals>('signals', 'both'))
  readonly problem = signal('')
  readonly busy = signal(false)
  readonly zone = computed(() => this.home.value?.zones.find((z) => z.id === this.zoneID.value))
  readonly pace = signal(0) // scans in the last minute

  words: Words
  private gate!: Gate
  private vault!: Vault
  private eyes: Camera | undefined
  private readonly eye = new Eye()
  private readonly awake = new Awake()
  private readonly wedge = new Wedge()
  private readonly api = new HTTP()
  private timer = 0
  private ends = 0
  private dims = 0
  private lastWant: { codes: string[]; with?: string; tag?: string } = { codes: [] }

  constructor(private readonly files: { rules: string; reader: string }) {
    this.words = new Words(document.documentElement.lang, Intl.DateTimeFormat().resolvedOptions().timeZone)
  }

  private code = '' // that the address had

  // open begins, unless the scanner is open in another tab. A phone that is no scanner yet has
  // nothing that two tabs could do to each other: there the newest one is it, such as the one in
  // which a gate code was opened.
  async open(): Promise<void> {
    this.code = location.hash.slice(1)
    if (this.code) history.replaceState(null, '', location.pathname)
    if (this.code.startsWith('mq_')) sessionStorage.setItem(codeKept, this.code)
    if (sessionStorage.getItem(lostKept) !== null) {
      sessionStorage.removeItem(lostKept)
      this.screen.value = 'elsewhere' // also while the other one is loaded anew, as it is when it joins
      return
    }
    await this.only(await this.blank())
  }

  private blank(): Promise<boolean> {
    return Vault.blank()
  }

  // takeOver makes this tab the scanner: the other one finds that out, and stops.
  takeOver(): Promise<void> {
    return this.only(true)
  }

  private async only(over: boolean): Promise<void> {
    this.screen.value = 'opening'
    const lost = () => {
      sessionStorage.setItem(lostKept, '1') // it does not take that back by itself
      location.reload()
    }
    if (await hold(navigator.locks, over, lost)) await this.begun(this.code)
    else this.screen.value = 'elsewhere'
  }

  // begun finds out what this phone is: a scanner already, about to become one, or none.
  private async begun(code: string): Promise<void> {
    await this.prepare()
    const kept = await this.gate.open()
    if (code.startsWith('mq_')) return this.joinBy(code)
    if (kept) return this.arrive()
    await this.gate.sync()
    if (this.gate.home) return this.arrive()
    const before = sessionStorage.getItem(codeKept) // of a page that was loaded anew
    if (before) return this.joinBy(before)
    if (this.gate.waiting > 0) this.repeat() // of a phone that was locked
    batch(() => {
      this.screen.value = 'join'
      if (code === 'scan') this.sheet.value = 'joinScan'
    })
  }
  private everJoined = false

  private async prepare(): Promise<void> {
    const [rules, vault] = await Promise.all([Rules.load(fetch(this.files.rules)), Vault.open()])
    this.vault = vault
    this.gate = new Gate(this.api, vault, rules, this)
    addEventListener('online', () => void this.gate.sync())
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return
      this.awake.again()
      void this.gate.sync()
    })
    document.addEventListener('keydown', (e) => this.key(e))
    for (const touch of ['keydown', 'pointerdown']) document.addEventListener(touch, () => this.stir(), { passive: true })
    void navigator.storage?.persist?.()
    this.watchBattery()
    void this.watchRoom()
  }

  // joinBy makes this phone a scanner by the code of a link.
  readonly joinCode = signal('')
  joinBy(code: string): void {
    batch(() => {
      this.joinCode.value = code
      this.screen.value = 'join'
      this.sheet.value = ''
    })
  }

  async join(code: string, name: string): Promise<void> {
    const secret = /#?(mq_\w+)\s*$/.exec(code.trim())?.[1] ?? code.trim()
    this.busy.value = true
    this.problem.value = ''
    try {
      // What the phone did before goes up under what it was before.
      const left = await this.gate.deliver()
      if (left > 0) {
        this.problem.value = this.words.t('door.not_sent', { n: left })
        return
      }
      await this.api.join(secret, name)
      await this.begin()
    } catch (e) {
      this.problem.value = this.notJoined(e)
    } finally {
      this.busy.value = false
    }
  }

  // notJoined says why the phone did not become a scanner.
  private notJoined(e: unknown): string {
    if (e instanceof Offline) return this.words.t('door.offline')
    const closed = e instanceof Refused ? e.closed : undefined
    if (!closed) return this.words.t('door.join_failed')
    return this.words.t(`door.join_${closed.why}`, { time: this.words.moment(closed.until, Date.now() * 1000) })
  }

  // begin forgets what the phone was before.
  private async begin(): Promise<void> {
    sessionStorage.removeItem(codeKept)
    await this.gate.forget()
    await this.vault.wipe()
    location.replace('/door/')
    location.reload()
  }

  private arrive(): void {
    this.everJoined = true
    const home = this.gate.home!
    this.zones(home)
    this.better.value = this.gate.differences
    this.queue.value = this.gate.waiting
    this.onlineNow.value = this.gate.online
    this.screen.value = 'start'
    void this.gate.sync()
    this.repeat()
  }

  private repeat(): void {
    this.timer = window.setInterval(() => this.tick(), syncEvery)
  }

  private tick(): void {
    const minute = Date.now() * 1000 - 60e6
    this.pace.value = this.past.value.filter((p) => p.verdict.at > minute && p.verdict.family === 'ok').length
    if (!document.hidden) void this.gate.sync()
  }

  // start is the first tap: it lets the page sound, and asks for the camera.
  async start(video: HTMLVideoElement): Promise<void> {
    unlock()
    this.screen.value = 'ready'
    this.stir()
    void this.awake.hold()
    void readTags((tag) => void this.tagged(tag)).then((yes) => (this.tags.value = yes))
    this.eyes = new Camera(video, this.files.reader, (codes) => this.saw(codes), (state) => (this.camera.value = state))
    await this.eyes.start()
    if (await this.eyes.torch(false).catch(() => false)) this.torch.value = 'off'
  }

  // stir is: something happens at this door. A screen that waits goes dim; no verdict does.
  stir(): void {
    clearTimeout(this.dims)
    this.dim.value = false
    if (this.screen.value === 'ready') this.dims = window.setTimeout(() => (this.dim.value = !this.verdict.value && !this.sheet.value), dimAfter)
  }

  wake(): void {
    if (this.camera.value !== 'on') void this.eyes?.start()
  }

  async switchTorch(): Promise<void> {
    const on = this.torch.value !== 'on'
    if (await this.eyes?.torch(on).catch(() => false)) this.torch.value = on ? 'on' : 'off'
  }

  // saw is told what the camera sees. Tickets that come into view together are asked about
  // together; what else is in view then, a poster perhaps, is left alone. Who comes while another
  // guest is looked at has their turn as soon as that is done.
  saw(codes: string[]): void {
    const now = Date.now()
    const fresh = this.eye.fresh(codes, now)
    if (fresh.length > 0) this.stir()
    if (fresh.length === 0 || this.held() !== '') return
    const ours = fresh.filter((code) => this.isOurs(code))
    const one = ours[0] ?? fresh[0]!
    const some = this.zone.value?.rules.precision ? [one] : ours.length > 1 ? ours : [one]
    this.eye.asked(ours.length > 0 ? [...some, ...fresh.filter((code) => !ours.includes(code))] : some, now)
    void this.scan(...some)
  }

  // isOurs tells that a code is that of a ticket, as far as the phone knows.
  private isOurs(code: string): boolean {
    return this.gate.list.find(plainOf(code)).ticket !== null || code.startsWith('S:')
  }

  // held tells what nobody is asked about meanwhile; '' where a guest can have their turn.
  private held(): '' | 'busy' | 'ask' | 'stop' {
    const v = this.verdict.value
    if (this.busy.value || this.screen.value !== 'ready') return 'busy'
    if (v?.family === 'ask') return 'ask'
    return v?.family === 'stop' && Date.now() * 1000 - v.at < stopHolds * 1000 ? 'stop' : ''
  }

  private key(e: KeyboardEvent): void {
    const field = e.target instanceof HTMLElement && e.target.closest('input, textarea, select')
    if (field || e.ctrlKey || e.metaKey || e.altKey || this.screen.value !== 'ready') return
    this.wake()
    const code = this.wedge.key(e.key, performance.now())
    if (code) {
      e.preventDefault()
      void this.scan(code)
    }
  }

  // scan asks about codes, unless a guest is still being looked at, or has just been let in
  // with them.
  async scan(...codes: string[]): Promise<void> {
    const fresh = this.fresh(codes)
    if (fresh.length > 0) await this.ask(fresh)
  }

  // tagged is told of a tag that was held to the phone.
  async tagged(tag: string): Promise<void> {
    const [code] = this.fresh([this.gate.list.wearing(tag)?.code ?? tag])
    if (code) await this.ask([code], { tag })
  }

  // fresh are the codes that can be asked about now.
  private fresh(codes: string[]): string[] {
    const held = this.held()
    if (held === 'ask') this.hint(this.words.t('door.finish_first'))
    if (held !== '') return []
    const { codes: last, with: lead } = this.lastWant
    const done = this.verdict.value?.family === 'ok' ? [...last, ...(lead ? [lead] : [])].map(plainOf) : []
    const fresh = codes.filter((code) => !done.includes(plainOf(code)))
    if (fresh.length === 0) this.hint(this.words.t('door.same_ticket'))
    return fresh
  }

  async ask(codes: string[], more: { with?: string; tag?: string; confirmed?: boolean; override?: boolean; inside?: boolean; reason?: string } = {}): Promise<void> {
    const home = this.gate.home
    if (!home || this.busy.value) return
    this.busy.value = true
    this.lastWant = { codes, ...(more.with ? { with: more.with } : {}), ...(more.tag ? { tag: more.tag } : {}) }
    try {
      const direction = this.zone.value?.rules.mode === 'in&out' ? this.direction.value : ''
      const told = await this.gate.scan({ codes, zone: this.zoneID.value, ...(this.standing.value ? { gate: this.standing.value } : {}), direction, ...more })
      this.show(told, codes, home, await this.restOf(told))
    } catch (e) {
      if (e instanceof Locked) return
      this.hint(e instanceof Offline ? this.words.t('door.no_list') : e instanceof Refused ? this.words.t('door.refused') : this.words.t('door.fault'))
    } finally {
      this.busy.value = false
    }
  }

  // restOf are the codes of those who may come in with the ticket that speaks. Of a party that
  // is inside the others may still come.
  private async restOf(told: Told): Promise<string[]> {
    const { ticket } = this.gate.list.find(told.code)
    const may = told.status === 'valid' ? !told.out : told.status === 'alreadyIn' && ticket?.good.kind === guestKind
    return ticket && may ? this.gate.rest(ticket, this.zoneID.value) : []
  }

  private show(told: Told, codes: string[], home: Home, rest: string[]): void {
    const { ticket } = this.gate.list.find(told.code || codes[0]!)
    const v = verdictOf(told, {
      home, zone: this.zoneID.value, ticket, others: ticket ? this.gate.list.together(ticket) : [], rest, extras: ticket ? this.gate.list.addOns(ticket) : [], now: this.gate.now(),
      online: this.gate.online, listedAt: this.gate.listedAt, words: this.words, codes: codes.length, direction: this.direction.value, gate: this.standing.value,
    })
    batch(() => {
      this.verdict.value = v
      this.kept.value = v.party && rest.length > 0
      this.sheet.value = ''
      this.note.value = ''
      if (told.status !== 'requiresConfirmation') this.past.value = [{ verdict: v, code: canonical(codes[0]!) }, ...this.past.value].slice(0, maxPast)
      this.home.value = { ...home }
    })
    this.stir()
    sound(v.family, this.signals.value)
    this.say(spoken(v))
    clearTimeout(this.ends)
    if (v.family === 'ok') this.ends = window.setTimeout(() => this.kept.value || this.next(), rest.length > 0 ? groupStays : okStays)
  }

  readonly said = signal('')
  private say(text: string): void {
    this.said.value = text
  }

  private hint(text: string, stays = 3000): void {
    this.note.value = text
    window.setTimeout(() => {
      if (this.note.value === text) this.note.value = ''
    }, stays)
  }

  next(): void {
    this.stir()
    batch(() => {
      this.verdict.value = undefined
      this.sheet.value = ''
      this.kept.value = false
    })
  }

  keep(): void {
    this.kept.value = true
  }

  again(): void {
    const { codes, ...more } = this.lastWant
    this.verdict.value = undefined
    void this.ask(codes, { ...more, ...(more.with ? { confirmed: true } : {}) })
  }

  // override lets in whom a rule keeps out. That somebody is inside already is set aside only
  // where the supervisor was told so.
  override(reason: string): void {
    const { codes, ...more } = this.lastWant
    const inside = this.verdict.value?.told.status === 'alreadyIn'
    this.verdict.value = undefined
    void this.ask(codes, { ...more, override: true, ...(inside ? { inside } : {}), reason, confirmed: true })
  }

  // bring lets in some of those who came with the ticket that is shown.
  bring(codes: string[]): void {
    const lead = this.verdict.value?.told.code
    if (!lead || codes.length === 0) return
    this.verdict.value = undefined
    void this.ask(codes, { with: lead, confirmed: true })
  }

  choose(codes: string[]): void {
    const { codes: [shown], tag } = this.lastWant
    this.verdict.value = undefined
    void this.ask(codes, { ...(tag && codes.length === 1 && codes[0] === shown ? { tag } : {}), confirmed: true })
  }

  // find searches the phone, and the server too while it answers.
  async find(text: string): Promise<Found[]> {
    const here: Found[] = [], shown = new Set<string>()
    for (const t of this.gate.list.search(text, maxFound * 5)) if (!shown.has(t.code) && here.length < maxFound) here.push(this.foundOf(t, shown))
    if (!this.gate.online || here.length >= maxFound) return here
    const there = await this.api.search(this.zoneID.value, text).catch(() => [])
    return [...here, ...there.filter((f) => !shown.has(f.code))].slice(0, maxFound)
  }

  // foundOf is a ticket as it is found: a party stands there once, by one who has not come yet.
  private foundOf(t: Ticket, shown: Set<string>): Found {
    const party = t.good.kind === guestKind ? this.gate.list.together(t) : [t]
    for (const one of party) shown.add(one.code)
    const missing = party.filter((one) => !this.insideOf(one.code))
    const { code, name, order } = missing[0] ?? t
    return { code, name, order, more: Math.max(0, missing.length - 1) }
  }

  kindOf(code: string): string {
    return this.gate.list.find(code).ticket?.good.name ?? ''
  }

  insideOf(code: string): boolean {
    return this.gate.list.find(code).ticket?.zones.some((z) => z.zone === this.zoneID.value && z.inside) ?? false
  }

  get listed(): { at: number; tickets: number } {
    return { at: this.gate.listedAt, tickets: this.gate.list.size }
  }

  reload(): void {
    void this.gate.sync()
  }

  // leave ends what the phone is, unless scans wait that the server does not have.
  readonly unsent = signal(0)
  async leave(): Promise<void> {
    await this.gate.sync()
    this.unsent.value = await this.gate.settle()
    if (this.unsent.value > 0) return
    await this.api.leave().catch(() => undefined)
    this.eyes?.stop()
    this.awake.release()
    clearInterval(this.timer)
    location.assign('/staff')
  }

  // stand says at which gate of the plan this phone is; 0: at none.
  stand(gate: number): void {
    this.chosenGate.value = String(gate)
    localStorage.setItem('door.gate', String(gate))
  }

  setHalf(half: Half): void {
    this.half.value = half
    localStorage.setItem('door.half', half)
  }

  setSignals(how: Signals): void {
    this.signals.value = how
    localStorage.setItem('door.signals', how)
    sound('ok', how)
  }

  // Notices of the gate.
  online(yes: boolean): void {
    this.onlineNow.value = yes
  }
  waiting(scans: number): void {
    this.queue.value = scans
  }
  progress(done: number, total: number): void {
    this.loading.value = done < total ? { done, total } : undefined
  }
  zones(home: Home): void {
    const bound = home.zones.filter((z) => z.bound)
    this.words = new Words(document.documentElement.lang, home.event.timezone)
    batch(() => {
      this.home.value = { ...home }
      if (!bound.some((z) => z.id === this.zoneID.value)) this.zoneID.value = bound[0]?.id ?? 0
      if (this.gate?.loaded) this.loading.value = undefined
    })
  }
  sent(scans: number): void {
    this.sentNow.value = scans
    window.setTimeout(() => (this.sentNow.value = 0), 3000)
  }
  rejected(rows: UploadRow[]): void {
    this.refused.value = rows
  }
  // looked is: somebody has seen what the server refused.
  async looked(): Promise<void> {
    await this.gate.looked()
    this.unsent.value = 0
    this.problem.value = ''
  }
  differences(all: Difference[]): void {
    this.better.value = all
  }
  locked(): void {
    this.eyes?.stop()
    this.awake.release()
    batch(() => {
      this.verdict.value = undefined
      this.sheet.value = ''
      this.past.value = []
      this.home.value = undefined
      this.screen.value = this.everJoined ? 'locked' : 'join'
    })
  }

  // watchBattery warns once each time that the battery runs low.
  private watchBattery(): void {
    const battery = (navigator as { getBattery?: () => Promise<Battery> }).getBattery
    void battery?.call(navigator).then((b) => {
      let low = false
      const look = () => {
        const was = low
        low = b.level < 0.15 && !b.charging
        if (low && !was) this.hint(this.words.t('door.battery'), warned)
      }
      b.addEventListener('levelchange', look)
      b.addEventListener('chargingchange', look)
      look()
    })
  }

  // watchRoom warns where the phone has little room for scans.
  private async watchRoom(): Promise<void> {
    const { usage = 0, quota = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
    if (quota > 0 && usage > quota * (1 - nearlyFull)) this.hint(this.words.t('door.room'), warned)
  }
}

interface Battery extends EventTarget {
  level: number
  charging: boolean
}
