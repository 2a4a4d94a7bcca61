import { groups, keyOf, type Block, type Doc, type Label } from './doc'
import { rename } from './edit'
import { Text } from './fields'
import type { Say } from './words'

/** The name of the plan, its price bands, blocks and gates. */
export function Labels({ doc, edit, say }: { doc: Doc; edit: (to: Doc) => void; say: Say }) {
  const usedBands = new Set([...[...groups(doc)].flatMap(([, g]) => [g.priceBand, ...g.seats.map((s) => s.priceBand)]), ...(doc.generalAdmissionAreas ?? []).map((g) => g.priceBand)])
  const usedBlocks = new Set([...groups(doc)].map(([, g]) => g.block))
  const usedGates = new Set((doc.blocks ?? []).flatMap((b) => b.gates ?? []))
  const gates = doc.gates ?? []
  return (
    <section class="p pad"><h2>{say('plan.whole_plan')}</h2>
      <Text label={say('plan.name')} value={doc.name} set={(name) => edit({ ...doc, name })} />
      <List title={say('plan.bands')} all={doc.priceBands} used={usedBands} say={say} add={say('plan.add_band')} set={(priceBands) => edit({ ...doc, priceBands })} />
      <List title={say('plan.blocks')} all={doc.blocks ?? []} used={usedBlocks} say={say} add={say('plan.add_block')} set={(blocks) => edit({ ...doc, blocks })}
        more={(b, i) => gates.length > 0 && <div class="row wraps">{gates.map((g) => <label class="tick"><input type="checkbox" checked={(b as Block).gates?.includes(keyOf(g)) ?? false} onChange={(e) => edit({ ...doc, blocks: doc.blocks!.map((o, n) => (n === i ? through(o, keyOf(g), e.currentTarget.checked) : o)) })} /><span dir="auto">{g.name}</span></label>)}</div>} />
      <List title={say('plan.gates')} all={gates} used={usedGates} say={say} add={say('plan.add_gate')} set={(all) => edit({ ...doc, gates: all })} />
    </section>
  )
}

function through(b: Block, gate: string, on: boolean): Block {
  return { ...b, gates: on ? [...(b.gates ?? []), gate] : (b.gates ?? []).filter((g) => g !== gate) }
}

interface ListProps { title: string; all: Label[]; used: Set<string | undefined>; add: string; set: (all: Label[]) => void; say: Say; more?: (l: Label, i: number) => preact.ComponentChildren }

/** Names in an order. What is used cannot be taken away. */
function List({ title, all, used, add, set, say, more }: ListProps) {
  const fresh = (): string => {
    for (let n = all.length + 1; ; n++) if (!all.some((l) => l.name === `${title} ${n}` || keyOf(l) === `${title} ${n}`)) return `${title} ${n}`
  }
  return (
    <fieldset class="plan-set"><legend>{title}</legend>
      {all.map((l, i) => <div key={keyOf(l)} class="plan-label"><Text label={say('plan.name_of', { name: l.name })} value={l.name} set={(name) => set(rename(all, i, name))} />
        {!used.has(keyOf(l)) && all.length > 1 && <button class="b sm soft" type="button" onClick={() => set(all.filter((_, n) => n !== i))}>{say('plan.take_away', { name: l.name })}</button>}{more?.(l, i)}</div>)}
      <button class="b sm soft" type="button" onClick={() => set([...all, { name: fresh() }])}>{add}</button>
    </fieldset>
  )
}
