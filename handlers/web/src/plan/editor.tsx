import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Board } from './board'
import { check } from './checks'
import { groups, size, type Doc, type Point, type Ref } from './doc'
import { copy, extent, move, remove } from './edit'
import { begin, next, redo, undo } from './history'
import { Labels } from './labels'
import { Adding, Chosen, Rows } from './panels'
import type { Say } from './words'

interface Props { start: Doc; say: Say; change: (now: Doc, unsaved: boolean) => void }

/** Draws a plan: on the board or in the list, which can do the same. */
export function Editor({ start, say, change }: Props) {
  const [history, setHistory] = useState(() => begin(start))
  const [chosen, setChosen] = useState<ReadonlySet<Ref>>(new Set())
  const [list, setList] = useState(false)
  const [picture, setPicture] = useState<ImageBitmap>()
  const zoom = useRef<(by: number) => void>(() => undefined)
  const middle = useRef<() => Point>(() => ({ x: 0, y: 0 }))
  const doc = history.now
  const problems = useMemo(() => check(doc), [doc])
  useEffect(() => change(doc, doc !== start), [doc])

  const edit = (to: Doc): void => setHistory((h) => next(h, to))
  const choose = (refs: Ref[], add: boolean): void => setChosen((was) => {
    const now = new Set(add ? was : [])
    for (const r of refs) if (add && was.has(r)) now.delete(r)
    else now.add(r)
    return now
  })
  const refs = (): Ref[] => [...chosen].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const again = (): void => {
    const box = extent(doc, refs())
    if (!box) return
    const made = copy(doc, refs(), 0, box.bottom - box.top + 1)
    edit(made.doc)
    setChosen(new Set(made.refs))
  }
  const drop = (): void => {
    edit(remove(doc, refs()))
    setChosen(new Set())
  }
  const keys = (e: KeyboardEvent): void => {
    if (e.target instanceof HTMLInputElement || e.target instanceof HTMLSelectElement) return
    const key = e.key.toLowerCase()
    const held = e.metaKey || e.ctrlKey
    if (held && key === 'z') setHistory(e.shiftKey ? redo : undo)
    else if (held && key === 'd') again()
    else if (held && key === 'a') setChosen(new Set([...groups(doc)].map(([ref]) => ref)))
    else if (key === 'delete' || key === 'backspace') drop()
    else if (key === 'escape') setChosen(new Set())
    else return
    e.preventDefault()
  }
  const trace = async (file: File | undefined): Promise<void> => setPicture(file ? await createImageBitmap(file) : undefined)
  const { seats, capacity } = size(doc)
  const wrong = new Set(problems.flatMap((p) => (p.ref ? [p.ref] : [])))
  return (
    <div class="plan-editor" onKeyDown={keys}>
      <div class="seat-tools plan-tools" role="toolbar" aria-label={say('plan.tools')}>
        <button class="b sm soft" type="button" aria-pressed={!list} onClick={() => setList(false)}>{say('plan.board')}</button>
        <button class="b sm soft" type="button" aria-pressed={list} onClick={() => setList(true)}>{say('plan.list')}</button>
        <span class="grow" />
        <button class="b sm soft" type="button" disabled={history.past.length === 0} onClick={() => setHistory(undo)}>{say('plan.undo')}</button>
        <button class="b sm soft" type="button" disabled={history.future.length === 0} onClick={() => setHistory(redo)}>{say('plan.redo')}</button>
        {!list && <>
          <button class="b sm soft" type="button" onClick={() => zoom.current(1 / 1.4)}>{say('plan.smaller')}</button>
          <button class="b sm soft" type="button" onClick={() => zoom.current(1.4)}>{say('plan.larger')}</button>
          <button class="b sm soft" type="button" onClick={() => zoom.current(0)}>{say('plan.whole')}</button>
          <label class="b sm soft plan-trace">{say('plan.trace')}<input type="file" accept="image/*" class="unseen" onChange={(e) => void trace(e.currentTarget.files?.[0])} /></label>
        </>}
      </div>
      <div class="plan-sides">
        <div class="plan-main">
          {list
            ? <Rows doc={doc} chosen={chosen} choose={choose} say={say} />
            : <Board scene={{ doc, chosen, picture, problems: wrong }} label={say('plan.board_label')} choose={choose} move={(dx, dy) => setHistory((h) => next(h, move(h.now, chosenNow(chosen), dx, dy)))} zoom={(to) => { zoom.current = to }} middle={(at) => { middle.current = at }} />}
          <p class="s q num" role="status">{say('plan.size', { n: seats, people: capacity })}</p>
          {problems.length > 0 && <section class="plan-problems" aria-label={say('plan.problems')}><h2>{say('plan.problems')}</h2><ul>
            {problems.slice(0, 20).map((p) => <li>{p.ref ? <button class="plan-link" type="button" onClick={() => setChosen(new Set([p.ref!]))}>{say(`plan.is_${p.what}`, { name: p.name, other: p.other ?? '' })}</button> : say(`plan.is_${p.what}`, { name: p.name, other: p.other ?? '' })}</li>)}
          </ul></section>}
        </div>
        <div class="plan-panels">
          {chosen.size > 0
            ? <Chosen doc={doc} refs={refs()} edit={edit} again={again} drop={drop} say={say} />
            : <Adding doc={doc} edit={(to, made) => { edit(to); setChosen(new Set(made)) }} at={() => middle.current()} say={say} />}
          <Labels doc={doc} edit={edit} say={say} />
        </div>
      </div>
    </div>
  )
}

const chosenNow = (chosen: ReadonlySet<Ref>): Ref[] => [...chosen]
