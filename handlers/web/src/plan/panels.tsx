import { useState } from 'preact/hooks'
import { groupAt, groups, keyOf, split, type Doc, type Point, type Ref } from './doc'
import { addGeneral, addRows, addTable, aisle, align, bend, change, free, inBand, inBlock, mirror, move, number, seatsIn } from './edit'
import { Choice, Count, Text } from './fields'
import { ways, type Way } from './numbering'
import type { Say } from './words'

const bands = (doc: Doc): [string, string][] => doc.priceBands.map((b) => [keyOf(b), b.name])
const blocks = (doc: Doc, say: Say): [string, string][] => [['', say('plan.no_block')], ...(doc.blocks ?? []).map((b): [string, string] => [keyOf(b), b.name])]
const waysOf = (say: Say): [string, string][] => ways.map((w) => [w, say(`plan.way_${w}`)])

/** What is put on the plan next. */
export function Adding({ doc, edit, at, say }: { doc: Doc; edit: (to: Doc, made: Ref[]) => void; at: () => Point; say: Say }) {
  const names = new Set([...groups(doc)].map(([, g]) => g.name))
  const [rows, setRows] = useState(1)
  const [seats, setSeats] = useState(20)
  const [turn, setTurn] = useState(0)
  const [way, setWay] = useState<Way>('right')
  const [band, setBand] = useState('')
  const [block, setBlock] = useState('')
  const [first, setFirst] = useState('')
  const chosenBand = band || keyOf(doc.priceBands[0]!)
  const last = doc.rows?.[doc.rows.length - 1]?.name
  const called = first || (last ? free(last, names) : 'A')
  const newRows = (): void => {
    const was = doc.rows?.length ?? 0
    edit(addRows(doc, { first: called, rows, seats, bend: turn, way, band: chosenBand, block, at: at(), gap: 1.1 }), Array.from({ length: rows }, (_, i): Ref => `rows/${was + i}`))
  }
  return (
    <section class="p pad"><h2>{say('plan.add')}</h2>
      <div class="g2"><Count label={say('plan.rows')} value={rows} set={setRows} max={200} /><Count label={say('plan.seats')} value={seats} set={setSeats} /></div>
      <div class="g2"><Text label={say('plan.first_row')} value={called} set={setFirst} /><Count label={say('plan.bend')} value={turn} set={setTurn} min={-180} max={180} /></div>
      <Choice label={say('plan.way')} value={way} set={(w) => setWay(w as Way)} all={waysOf(say)} />
      <Choice label={say('plan.band')} value={chosenBand} set={setBand} all={bands(doc)} />
      {doc.blocks?.length ? <Choice label={say('plan.block')} value={block} set={setBlock} all={blocks(doc, say)} /> : null}
      <button class="b main" type="button" onClick={newRows}>{say('plan.add_rows')}</button>
      <div class="row wraps">
        <button class="b sm soft" type="button" onClick={() => edit(addTable(doc, table(names), Math.min(seats, 12), chosenBand, at(), true), [`tables/${doc.tables?.length ?? 0}`])}>{say('plan.add_table')}</button>
        <button class="b sm soft" type="button" onClick={() => edit(addGeneral(doc, say('plan.standing_n', { n: (doc.generalAdmissionAreas?.length ?? 0) + 1 }), 100, chosenBand), [`generalAdmissionAreas/${doc.generalAdmissionAreas?.length ?? 0}`])}>{say('plan.add_standing')}</button>
      </div>
    </section>
  )
}

/** The first name of a table that is free. */
function table(there: Set<string>): string {
  for (let n = 1; ; n++) if (!there.has(`T${n}`)) return `T${n}`
}

interface ChosenProps { doc: Doc; refs: Ref[]; edit: (to: Doc) => void; again: () => void; drop: () => void; say: Say }

/** What can be done with the rows that are chosen. */
export function Chosen({ doc, refs, edit, again, drop, say }: ChosenProps) {
  const [way, setWay] = useState<Way>('right')
  const [first, setFirst] = useState(1)
  const [row, setRow] = useState('')
  const [turn, setTurn] = useState(0)
  const one = refs.length === 1 ? refs[0]! : undefined
  const g = one ? groupAt(doc, one) : undefined
  const general = one && split(one)[0] === 'generalAdmissionAreas' ? doc.generalAdmissionAreas?.[split(one)[1]] : undefined
  const some = refs.map((r) => groupAt(doc, r)).find((x) => x)
  const setGeneral = (to: object): void => edit({ ...doc, generalAdmissionAreas: doc.generalAdmissionAreas!.map((x, i) => (i === split(one!)[1] ? { ...x, ...to } : x)) })
  return (
    <section class="p pad"><h2>{say('plan.chosen', { n: refs.length })}</h2>
      {g && one && <Text label={say('plan.name')} value={g.name} set={(name) => edit(change(doc, [one], (x) => ({ ...x, name })))} />}
      {general && <><Text label={say('plan.name')} value={general.name} set={(name) => setGeneral({ name })} /><Count label={say('plan.people')} value={general.capacity} set={(capacity) => setGeneral({ capacity })} max={1_000_000} /></>}
      <Choice label={say('plan.band')} value={some?.priceBand ?? some?.seats[0]?.priceBand ?? general?.priceBand ?? ''} set={(b) => edit(inBand(doc, refs, b))} all={bands(doc)} />
      {some && <>
        {doc.blocks?.length ? <Choice label={say('plan.block')} value={some.block ?? ''} set={(b) => edit(inBlock(doc, refs, b))} all={blocks(doc, say)} /> : null}
        <Count label={say('plan.seats')} value={some.seats.length} set={(n) => edit(seatsIn(doc, refs, n))} />
        <fieldset class="plan-set"><legend>{say('plan.number')}</legend>
          <Choice label={say('plan.way')} value={way} set={(w) => setWay(w as Way)} all={waysOf(say)} />
          <div class="g2"><Count label={say('plan.from')} value={first} set={setFirst} max={10_000} /><Text label={say('plan.first_row')} value={row} set={setRow} /></div>
          <button class="b sm" type="button" onClick={() => edit(number(doc, refs, way, first, row.trim()))}>{say('plan.number')}</button>
        </fieldset>
        <fieldset class="plan-set"><legend>{say('plan.shape')}</legend>
          <Count label={say('plan.bend')} value={turn} set={(n) => { setTurn(n); edit(bend(doc, refs, n)) }} min={-180} max={180} />
          <div class="row wraps">
            <button class="b sm soft" type="button" onClick={() => edit(mirror(doc, refs))}>{say('plan.mirror')}</button>
            {(['left', 'centre', 'right'] as const).map((side) => <button class="b sm soft" type="button" onClick={() => edit(align(doc, refs, side))}>{say(`plan.align_${side}`)}</button>)}
          </div>
          <div class="row wraps" role="group" aria-label={say('plan.move')}>
            {([['←', -1, 0, 'plan.move_left'], ['→', 1, 0, 'plan.move_right'], ['↑', 0, -1, 'plan.move_up'], ['↓', 0, 1, 'plan.move_down']] as const).map(([sign, dx, dy, key]) => <button class="b sm soft" type="button" aria-label={say(key)} onClick={() => edit(move(doc, refs, dx, dy))}>{sign}</button>)}
          </div>
        </fieldset>
        {g && one && <fieldset class="plan-set"><legend>{say('plan.seats')}</legend><div class="plan-seats">
          {g.seats.map((s, i) => <span class="plan-seat" key={i}><input class="input" value={s.name} aria-label={say('plan.seat_name', { name: s.name })} maxLength={100} onChange={(e) => edit(change(doc, [one], (x) => ({ ...x, seats: x.seats.map((o, n) => (n === i ? { ...o, name: e.currentTarget.value } : o)) })))} />
            {i < g.seats.length - 1 && <button class="b sm soft" type="button" aria-pressed={s.gapAfter === true} aria-label={say('plan.aisle_after', { name: s.name })} onClick={() => edit(aisle(doc, one, i))}>‖</button>}</span>)}
        </div></fieldset>}
        <button class="b sm soft" type="button" onClick={again}>{say('plan.copy')}</button>
      </>}
      <button class="b sm" type="button" onClick={drop}>{say('plan.remove')}</button>
    </section>
  )
}

/** How many rows the list shows at once: 15,000 would take a second to draw. */
const page = 200

/** The equal list: every row and table, to be chosen and then changed beside it. */
export function Rows({ doc, chosen, choose, say }: { doc: Doc; chosen: ReadonlySet<Ref>; choose: (refs: Ref[], add: boolean) => void; say: Say }) {
  const [from, setFrom] = useState(0)
  const all = [...groups(doc)].map(([ref, g]) => ({ ref, name: [g.block, g.name].filter(Boolean).join(', '), n: g.seats.length, kind: split(ref)[0] }))
  for (const [i, a] of (doc.generalAdmissionAreas ?? []).entries()) all.push({ ref: `generalAdmissionAreas/${i}`, name: a.name, n: a.capacity, kind: 'generalAdmissionAreas' })
  return (
    <div class="plan-list"><ul class="list">{all.slice(from, from + page).map((r) => <li key={r.ref}><label class="plan-row"><input type="checkbox" checked={chosen.has(r.ref)} onChange={() => choose([r.ref], true)} /><span class="grow"><b dir="auto">{r.name}</b> <span class="s q">{say(`plan.n_${r.kind}`, { n: r.n })}</span></span></label></li>)}</ul>
      {all.length > page && <div class="row wraps"><button class="b sm soft" type="button" disabled={from === 0} onClick={() => setFrom(from - page)}>{say('plan.before')}</button><button class="b sm soft" type="button" disabled={from + page >= all.length} onClick={() => setFrom(from + page)}>{say('plan.after')}</button></div>}
    </div>
  )
}
