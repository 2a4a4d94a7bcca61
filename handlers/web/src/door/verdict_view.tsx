import { useEffect, useRef, useState } from 'preact/hooks'
import { Cross, Shape, Tick } from './icons'
import { deaf, type Scanner } from './state'
import type { Verdict } from './verdict'

// VerdictView fills the screen: who and what it is about, and what to do, readable from two
// metres. In the first moment it takes no touches: they were meant for the page before.
export function VerdictView({ s, v }: { s: Scanner; v: Verdict }) {
  const t = s.words
  const began = useRef(performance.now())
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    began.current = performance.now()
    box.current?.focus()
  }, [v])
  const guard = (e: Event) => {
    if (performance.now() - began.current < deaf) {
      e.stopPropagation()
      e.preventDefault()
    }
  }
  return (
    <section ref={box} tabIndex={-1} class={`verdict ${v.family}${v.rest.length > 0 ? ' brings' : ''}`} role="dialog" aria-modal="true" aria-label={v.word} onClickCapture={guard}>
      {v.family === 'ask' && <i class="stripes" aria-hidden="true" />}
      <p class="place"><b dir="auto">{[s.home.value?.device.gate || s.zone.value?.name, t.t(v.told.out || v.direction === 'out' ? 'door.out' : 'door.in').toLowerCase()].join(', ')}</b><time>{t.clock(v.at, true)}</time></p>
      <div class="told">
        <div class="sign"><Shape of={v.shape} /><div><h1>{v.word}</h1>{v.family === 'ask' && <p class="why">{v.why}</p>}</div></div>
        {v.family === 'stop' && <h2>{v.why}</h2>}
        {v.family === 'ok' ? <Guest v={v} /> : v.about && v.choices.length === 0 && <p class="about" dir="auto">{v.about}</p>}
      </div>
      {v.told.status === 'requiresConfirmation' ? <Choices s={s} v={v} /> : <Rest s={s} v={v} />}
      {v.family === 'ask' && <i class="stripes" aria-hidden="true" />}
    </section>
  )
}

const Guest = ({ v }: { v: Verdict }) => (
  <div class="guest">
    {v.why && <p class="why">{v.why}</p>}
    <h2 dir="auto">{v.told.kind}</h2>
    <p dir="auto">{v.told.name}</p>
  </div>
)

function Rest({ s, v }: { s: Scanner; v: Verdict }) {
  const t = s.words
  return (
    <>
      <div class="then">
        {v.fact && (
          <div class="fact">
            {v.fact.label && <p>{v.fact.label}</p>}
            <div><b class={v.fact.big.length > 12 ? 'long' : ''} dir="auto">{v.fact.big}</b><span>{v.fact.lines.map((l) => <span dir="auto">{l}</span>)}</span></div>
          </div>
        )}
        {v.todo && <p class="todo">{v.todo}</p>}
        <div class="space" />
        {v.plate && <div class="plate"><Tick /><div><b>{v.plate.title}</b>{v.plate.line && <span>{v.plate.line}</span>}</div></div>}
        {v.rest.length > 0 && <Together s={s} v={v} />}
      </div>
      {v.family === 'ok' ? (
        <div class="bottom-line">
          <span>{t.t('door.ready_next')}</span>
          {s.kept.value ? <button onClick={() => s.next()}>{t.t('door.close')}</button> : <button onClick={() => s.keep()}>{t.t('door.keep_open')}</button>}
        </div>
      ) : <Acts s={s} v={v} />}
    </>
  )
}

function Acts({ s, v }: { s: Scanner; v: Verdict }) {
  const t = s.words
  const may = v.overridable && s.home.value?.device.overrides
  return (
    <div class="acts">
      {v.again ? <button class="big" onClick={() => s.again()}>{t.t('door.scan_again')}</button>
        : v.rest.length > 0 ? null : v.told.status === 'ageUnknown' && may ? <button class="big" onClick={() => s.override(t.t('door.reason_id'))}>{t.t('door.id_seen')}</button>
          : <button class="big" onClick={() => s.next()}>{t.t('door.next')}</button>}
      <button onClick={() => (s.sheet.value = 'details')}>{t.t('door.details')}</button>
      {v.rest.length > 0 && <button onClick={() => s.next()}>{t.t('door.next')}</button>}
      {(v.again || v.told.status === 'ageUnknown' && may) && <button onClick={() => s.next()}>{t.t('door.not_now')}</button>}
      {may && <button class="boss" onClick={() => (s.sheet.value = 'override')}>{t.t('door.supervisor')}</button>}
    </div>
  )
}

// Together lets in those who came along: as many of a party as stand there, or all of an order.
function Together({ s, v }: { s: Scanner; v: Verdict }) {
  const t = s.words
  const [n, setN] = useState(v.rest.length)
  useEffect(() => setN(v.rest.length), [v])
  if (!v.party) return <button class="bring" onClick={() => s.bring(v.rest)}>{t.t('door.let_in_order', { n: v.rest.length })}</button>
  return (
    <div class="heads" role="group" aria-label={t.t('door.head_count')}>
      <button aria-label={t.t('door.one_fewer')} aria-disabled={n <= 1} onClick={() => setN(Math.max(1, n - 1))}>−</button>
      <output>{t.number(n)}</output>
      <button aria-label={t.t('door.one_more')} aria-disabled={n >= v.rest.length} onClick={() => setN(Math.min(v.rest.length, n + 1))}>+</button>
      <button class="bring" onClick={() => s.bring(v.rest.slice(0, n))}>{t.t('door.let_in_more', { n })}</button>
    </div>
  )
}

// Choices lets the steward say what the guest uses now. The likeliest is chosen: the ticket
// itself.
function Choices({ s, v }: { s: Scanner; v: Verdict }) {
  const t = s.words
  const [chosen, setChosen] = useState(() => v.choices.map((_, i) => i === 0))
  const n = chosen.filter(Boolean).length
  const pick = () => v.choices.filter((_, i) => chosen[i]).map((c) => c.code)
  return (
    <>
      <div class="then"><ul class="choices">
        {v.choices.map((c, i) => (
          <li>
            <label class={c.used ? 'used' : chosen[i] ? 'chosen' : ''}>
              <input type="checkbox" checked={chosen[i]} disabled={c.used} onChange={() => setChosen(chosen.map((on, j) => (j === i ? !on : on)))} />
              <span class="box">{c.used ? <Cross /> : chosen[i] ? <Tick /> : null}</span>
              <span><b dir="auto">{c.name}</b>{c.line && <span dir="auto">{c.line}</span>}</span>
            </label>
          </li>
        ))}
      </ul><div class="space" /></div>
      <div class="acts">
        <button class="big" onClick={() => n > 0 && s.choose(pick())}>{t.t('door.chosen', { n })}</button>
        <button class="big hollow" onClick={() => s.next()}>{t.t('door.not_now')}</button>
      </div>
    </>
  )
}
