// The rules of the gate: the same program that decides in the box office, as WebAssembly.
// A request goes over as a row of numbers, in the order that app/entry/rules/numbers.go
// tells.

export type Micros = number // since 1970

export interface Zone {
  mode: string
  entry?: boolean
  scansInMax?: number | null
  capacity?: number | null
  minAge?: number | null
  maxAge?: number | null
  opening?: Micros | null
  closing?: Micros | null
  precision?: boolean
  ignoreValidity?: boolean
  saleItems?: number[]
}

export interface Codes {
  signedOnly?: boolean
  staticToo?: boolean
  provisional?: boolean
}

export interface Candidate {
  code: number
  shown?: number
  step?: number
  used?: number
  elsewhere?: boolean
  issued?: number
  saleItem: number
  kind: number
  sold?: boolean
  frozen?: boolean
  void?: boolean
  undecided?: boolean
  barred?: boolean
  demo?: boolean
  from?: Micros | null
  to?: Micros | null
  grace: number
  inside?: boolean
  entries: number
  born?: number | null
  addOns?: Candidate[]
}

export interface Ask {
  zone: Zone
  attendance: number
  direction: string
  now: Micros
  day: number
  confirmed?: boolean
  ignoreCapacity?: boolean
  ignoreAge?: boolean
  ignoreCode?: boolean
  ignoreLease?: boolean
  ignoreInside?: boolean
  codes?: Codes
  disabled?: number[]
  tickets: Candidate[]
}

export interface Outcome {
  status: string
  detail: string
  out: boolean
  forced: boolean
}

export interface Remedy {
  kind: string
  at: Micros | null
  override: boolean
}

export interface Decision extends Outcome {
  speaker: number
  remedy: Remedy
  each: Outcome[]
}

export const unknownCode = 0, replacedCode = 1, ticketCode = 2, signedCode = 3, staleCode = 4
export const ticketKind = 0, seasonKind = 2, guestKind = 3
export const plainForm = 0, signedForm = 1, rotatingForm = 2

const modes = ['in', 'in&out', 'auto']
const directions = ['', 'in', 'out', 'auto']
const details = ['', 'historicBarcode', 'itemDoesNotQualify', 'outsideOfValidityPeriod', 'orderLocked', 'soldInDemoMode']
const statuses = ['', 'valid', 'alreadyIn', 'alreadyOut', 'denied', 'zoneClosed', 'ageUnknown', 'tooYoung', 'tooOld', 'full', 'scansInExceeded', 'requiresConfirmation', 'failed']
export const remedies = ['', 'comeLater', 'freePlace', 'choose', 'showID', 'newestCode', 'otherGate', 'helpDesk', 'liveCode', 'printedCode']

const opt = (n?: number | null) => n ?? NaN
const truth = (b?: boolean) => (b ? 1 : 0)
const place = (all: string[], text: string) => {
  const at = all.indexOf(text)
  if (at < 0) throw new Error(`the rules know no ${text}`)
  return at
}

export function encode(a: Ask): number[] {
  const z = a.zone
  const row = [
    place(modes, z.mode), truth(z.entry), opt(z.scansInMax), opt(z.capacity), opt(z.minAge), opt(z.maxAge),
    opt(z.opening), opt(z.closing), truth(z.precision), truth(z.ignoreValidity),
  ]
  ids(row, z.saleItems)
  row.push(a.attendance, place(directions, a.direction), a.now, a.day, truth(a.confirmed), truth(a.ignoreCapacity), truth(a.ignoreAge))
  row.push(truth(a.ignoreCode), truth(a.ignoreLease), truth(a.ignoreInside), truth(a.codes?.signedOnly), truth(a.codes?.staticToo), truth(a.codes?.provisional))
  ids(row, a.disabled)
  candidates(row, a.tickets)
  return row
}

function ids(row: number[], all: number[] = []): void {
  row.push(all.length, ...all)
}

function candidates(row: number[], all: Candidate[] = []): void {
  row.push(all.length)
  for (const t of all) {
    row.push(t.code, t.shown ?? 0, t.step ?? 0, t.used ?? 0, truth(t.elsewhere), t.issued ?? 0, t.saleItem, t.kind, truth(t.sold), truth(t.frozen), truth(t.void), truth(t.undecided), truth(t.barred), truth(t.demo))
    row.push(opt(t.from), opt(t.to), t.grace, truth(t.inside), t.entries, opt(t.born))
    candidates(row, t.addOns)
  }
}

export function decode(row: ArrayLike<number>): Decision {
  let at = 0
  const next = () => row[at++] ?? NaN
  const outcome = (): Outcome => ({
    status: statuses[next()] ?? '', detail: details[next()] ?? '', out: next() === 1, forced: next() === 1,
  })
  const overall = outcome()
  const speaker = next()
  const remedy: Remedy = { kind: remedies[next()] ?? '', at: orNull(next()), override: next() === 1 }
  const each: Outcome[] = []
  for (let n = next(); n > 0; n--) each.push(outcome())
  return { ...overall, speaker, remedy, each }
}

const orNull = (n: number) => (Number.isNaN(n) ? null : n)

// SignedParts are what a signed code says. Its signature is still to be checked.
export interface SignedParts {
  key: number
  event: number
  order: number
  item: number
  saleItem: number
  kind: number
  from: Micros | null
  to: Micros | null
  demo: boolean
  barcode: string
  message: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

// LeaseParts are what a lease says. Its signature is still to be checked.
export interface LeaseParts {
  key: number
  zone: number
  device: number
  serial: number
  until: Micros
  low: number
  high: number
  saleItems: number[]
  byGate: boolean
  gates: { id: number; low: number; high: number }[]
  message: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

interface Program {
  memory: WebAssembly.Memory
  signed(): number
  lease(): number
  _initialize(): void
  room(numbers: number): number
  decide(): number
  verdict(): number
}

// Rules asks the program.
export class Rules {
  private constructor(private readonly program: Program) {}

  static async load(bytes: Promise<Response> | BufferSource): Promise<Rules> {
    let memory: WebAssembly.Memory | undefined
    const imports = { wasi_snapshot_preview1: system(() => memory!) }
    const { instance } = bytes instanceof Promise
      ? await WebAssembly.instantiateStreaming(bytes, imports)
      : await WebAssembly.instantiate(bytes, imports)
    const program = instance.exports as unknown as Program
    memory = program.memory
    program._initialize()
    return new Rules(program)
  }

  answer(row: number[]): number[] {
    return this.ask(row, () => this.program.decide())
  }

  private ask(row: number[], call: () => number): number[] {
    const p = this.program
    const at = p.room(row.length)
    if (at === 0) throw new Error('the request is too long for the rules')
    new Float64Array(p.memory.buffer, at, row.length).set(row)
    const n = call()
    if (n < 0) throw new Error('the rules do not understand the request')
    return n === 0 ? [] : [...new Float64Array(p.memory.buffer, p.verdict(), n)]
  }

  // signed takes a signed code apart; null: it is none.
  signed(text: string): SignedParts | null {
    const row = this.read(text, () => this.program.signed())
    if (row.length === 0) return null
    const [key, event, order, item, saleItem, kind, from, to, demo] = row as [number, number, number, number, number, number, number, number, number]
    let at = 9
    const some = () => Uint8Array.from(row.slice(at + 1, (at += 1 + row[at]!)))
    return {
      key, event, order, item, saleItem, kind, from: orNull(from), to: orNull(to), demo: demo === 1,
      barcode: String.fromCharCode(...some()), message: some(), signature: some(),
    }
  }

  private read(text: string, call: () => number): number[] {
    return this.ask([...text].map((c) => c.charCodeAt(0)), call)
  }

  // lease takes a lease apart; null: it is none.
  lease(text: string): LeaseParts | null {
    const row = this.read(text, () => this.program.lease())
    if (row.length === 0) return null
    const [key, zone, device, serial, until, low, high] = row as [number, number, number, number, number, number, number]
    let at = 7
    const some = () => row.slice(at + 1, (at += 1 + row[at]!))
    const saleItems = some(), byGates = some()
    return {
      key, zone, device, serial, until, low, high, saleItems, byGate: byGates.length > 0, gates: gatesOf(byGates.slice(1)),
      message: Uint8Array.from(some()), signature: Uint8Array.from(some()),
    }
  }

  decide(a: Ask): Decision {
    return decode(this.answer(encode(a)))
  }
}

// gatesOf reads gates with their parts.
function gatesOf(row: number[]): { id: number; low: number; high: number }[] {
  const all = []
  for (let i = 0; i + 2 < row.length; i += 3) all.push({ id: row[i]!, low: row[i + 1]!, high: row[i + 2]! })
  return all
}

// system is what the Go runtime asks of its surroundings: time, randomness, and standard
// error for its last words. Everything else does not exist.
function system(memory: () => WebAssembly.Memory): Record<string, (...args: never[]) => number> {
  const view = () => new DataView(memory().buffer)
  const none = () => 0
  const noFile = () => 8
  return {
    args_sizes_get: zeros(view), environ_sizes_get: zeros(view), args_get: none, environ_get: none,
    clock_time_get: (_id: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)) + BigInt(Math.round(performance.timeOrigin)) * 1000000n, true)
      return 0
    },
    random_get: (at: number, n: number) => {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, n))
      return 0
    },
    fd_write: (_fd: number, list: number, n: number, written: number) => {
      let text = '', size = 0
      for (let i = 0; i < n; i++) {
        const at = view().getUint32(list + 8 * i, true), length = view().getUint32(list + 8 * i + 4, true)
        text += new TextDecoder().decode(new Uint8Array(memory().buffer, at, length))
        size += length
      }
      console.error(text)
      view().setUint32(written, size, true)
      return 0
    },
    proc_exit: (code: number) => {
      throw new Error(`the rules ended with ${code}`)
    },
    sched_yield: none, poll_oneoff: none,
    fd_fdstat_get: noFile, fd_fdstat_set_flags: noFile, fd_prestat_get: noFile, fd_prestat_dir_name: noFile,
  }
}

function zeros(view: () => DataView): (count: number, size: number) => number {
  return (count, size) => {
    view().setUint32(count, 0, true)
    view().setUint32(size, 0, true)
    return 0
  }
}
