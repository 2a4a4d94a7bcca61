import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Camera } from './camera'
import { Cross, Shape } from './icons'
import type { Half, Scanner } from './state'
import type { Signals } from './signal'
import type { Found } from './wire'

function Sheet({ s, title, children }: { s: Scanner; title: string; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const d = box.current
    d?.showModal()
    return () => d?.close()
  }, [])
  const close = () => (s.sheet.value = '')
  return (
    <dialog ref={box} class="sheet" aria-label={title} onCancel={close}>
      <header><h2>{title}</h2><button class="plain" aria-label={s.words.t('door.close')} onClick={close}><Cross /></button></header>
      {children}
    </dialog>
  )
}

export function TypeSheet({ s }: { s: Scanner }) {
  const [code, setCode] = useState('')
  return (
    <Sheet s={s} title={s.words.t('door.type')}>
      <form onSubmit={(e) => { e.preventDefault(); if (code.trim()) { s.sheet.value = ''; void s.scan(code) } }}>
        <label>{s.words.t('door.code')}
          <input class="code" value={code} onInput={(e) => setCode(e.currentTarget.value)} maxLength={255} autocomplete="off" autocapitalize="characters" spellcheck={false} enterkeyhint="go" autofocus aria-describedby="code-help" />
        </label>
        <p class="line" id="code-help">{s.words.t('door.code_help')}</p>
        <button class="go">{s.words.t('door.type_do')}</button>
      </form>
    </Sheet>
  )
}

// searchPause is how long after the last letter a search begins, in ms.
const searchPause = 200

export function SearchSheet({ s }: { s: Scanner }) {
  const t = s.words
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found[] | undefined>(undefined)
  useEffect(() => {
    if (text.trim().length < 2) return setFound(undefined)
    let current = true
    const timer = setTimeout(() => void s.find(text).then((all) => current && setFound(all)), searchPause)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [text])
  return (
    <Sheet s={s} title={t.t('door.search')}>
      <label>{t.t(s.onlineNow.value ? 'door.name_search_online' : 'door.name_search')}
        <input type="search" value={text} onInput={(e) => setText(e.currentTarget.value)} maxLength={100} autocomplete="off" autofocus />
      </label>
      {!s.onlineNow.value && <p class="line">{t.t('door.search_offline')}</p>}
      <ul class="found" aria-live="polite">
        {found?.map((f) => (
          <li><button onClick={() => { s.sheet.value = ''; void s.scan(f.code) }}>
            <b dir="auto">{[f.name || f.code, f.more ? t.t('door.party', { n: f.more }) : ''].filter(Boolean).join(' ')}</b><span dir="auto">{[s.kindOf(f.code), t.t('door.order', { order: f.order }), !s.zone.value?.hidden && s.insideOf(f.code) ? t.t('door.already_in') : ''].filter(Boolean).join(' · ')}</span>
          </button></li>
        ))}
        {found?.length === 0 && <li class="line">{t.t('door.nobody')}</li>}
      </ul>
    </Sheet>
  )
}

// Rejected lists the scans that the server refused, until somebody has looked at them.
export function Rejected({ s }: { s: Scanner }) {
  const t = s.words
  if (s.refused.value.length === 0) return null
  return (
    <section role="status"><h3>{t.t('door.rejected', { n: s.refused.value.length })}</h3>
      <ul class="past">{s.refused.value.slice(0, 50).map((r) => <li><span dir="auto">{r.code}</span><time>{t.clock(r.at)}</time></li>)}</ul>
      <button onClick={() => void s.looked()}>{t.t('door.rejected_seen')}</button>
    </section>
  )
}

export function MenuSheet({ s }: { s: Scanner }) {
  const t = s.words
  const home = s.home.value
  const bound = home?.zones.filter((z) => z.bound) ?? []
  const [leaving, setLeaving] = useState(false)
  return (
    <Sheet s={s} title={t.t('door.menu')}>
      {bound.length > 1 && (
        <fieldset><legend>{t.t('door.zone')}</legend>
          {bound.map((z) => <label class="pick"><input type="radio" name="zone" checked={s.zoneID.value === z.id} onChange={() => (s.zoneID.value = z.id)} /><span dir="auto">{z.name}</span><span class="count">{t.number(z.present)}</span></label>)}
        </fieldset>
      )}
      <Standing s={s} />
      <section><h3>{t.t('door.last_scans')}</h3>
        <ul class="past">
          {s.past.value.slice(0, 12).map(({ verdict: v }) => (
            <li><span class={`dot ${v.family}`}><Shape of={v.shape} /></span><span><bdi>{v.told.name || v.told.code}</bdi>{v.why || v.told.kind ? <>, <bdi>{v.why || v.told.kind}</bdi></> : null}</span><time>{t.clock(v.at, true)}</time></li>
          ))}
          {s.past.value.length === 0 && <li class="line">{t.t('door.none_yet')}</li>}
        </ul>
      </section>
      <Rejected s={s} />
      {s.better.value.length > 0 && (
        <section><h3>{t.t('door.differences')}</h3>
          <ul class="past">{s.better.value.slice(0, 20).map((d) => <li><span dir="auto">{[d.code, difference(s, d.reason)].filter(Boolean).join(': ')}</span><time>{t.clock(d.at)}</time></li>)}</ul>
        </section>
      )}
      <Options s={s} title={t.t('door.sound')} value={s.signals.value} set={(v) => s.setSignals(v as Signals)}
        all={[['both', t.t('door.sound_both')], ['sound', t.t('door.sound_sound')], ['vibration', t.t('door.sound_vibration')], ['none', t.t('door.sound_none')]]} />
      <Options s={s} title={t.t('door.page')} value={s.half.value} set={(v) => s.setHalf(v as Half)}
        all={[['whole', t.t('door.half_whole')], ['upper', t.t('door.half_upper')], ['lower', t.t('door.half_lower')]]} />
      {s.tags.value && <p class="line">{t.t('door.tags')}</p>}
      <p class="line">{t.t('door.list_from', { time: t.clock(s.listed.at * 1000), n: s.listed.tickets })}</p>
      <button onClick={() => s.reload()}>{t.t('door.reload_list')}</button>
      {leaving ? <div class="sure"><p role="status">{s.unsent.value > 0 ? t.t('door.not_sent', { n: s.unsent.value }) : t.t('door.confirm_leave')}</p><button class="danger" onClick={() => void s.leave()}>{t.t('door.leave')}</button></div>
        : <button onClick={() => setLeaving(true)}>{t.t('door.leave')}</button>}
    </Sheet>
  )
}

// Standing says at which gate of the plan this phone is, where the plan has gates.
function Standing({ s }: { s: Scanner }) {
  const t = s.words
  const gates = s.home.value?.gates ?? []
  if (gates.length === 0) return null
  return (
    <label>{t.t('door.standing')}
      <select value={s.standing.value} onChange={(e) => s.stand(Number(e.currentTarget.value))}>
        <option value="0">{t.t('door.standing_none')}</option>
        {gates.map((g) => <option value={g.id}>{g.name}</option>)}
      </select>
    </label>
  )
}

function Options({ title, value, set, all }: { s: Scanner; title: string; value: string; set: (v: string) => void; all: [string, string][] }) {
  return (
    <fieldset><legend>{title}</legend>
      {all.map(([v, text]) => <label class="pick"><input type="radio" name={title} checked={value === v} onChange={() => set(v)} /><span>{text}</span></label>)}
    </fieldset>
  )
}

function difference(s: Scanner, reason: string): string {
  const t = s.words
  const [what, , n, capacity] = reason.split(':')
  switch (what) {
    case 'duplicate': return t.t('door.difference_duplicate')
    case 'over': return t.t('door.difference_over', { n: Number(n), capacity: Number(capacity) })
    case 'unknownBarcode': return t.t('door.difference_unknown')
    case 'deviceRevoked': return t.t('door.difference_revoked')
    case 'scannedOnAdjusted': return t.t('door.difference_time')
  }
  return t.t('door.refused')
}

export function Details({ s }: { s: Scanner }) {
  const t = s.words
  const v = s.verdict.value
  if (!v) return null
  const rows = [v.why, v.about, v.told.order && t.t('door.order', { order: v.told.order }), v.told.code, v.fact?.label, v.fact?.big, ...(v.fact?.lines ?? []), v.todo]
  return <Sheet s={s} title={t.t('door.details')}><ul class="past">{rows.filter(Boolean).map((r) => <li dir="auto">{r}</li>)}</ul></Sheet>
}

// Override asks a supervisor why. The reason is in the log with the scan.
export function Override({ s }: { s: Scanner }) {
  const t = s.words
  const [text, setText] = useState('')
  const inside = s.verdict.value?.told.status === 'alreadyIn'
  const reasons = inside ? [t.t('door.reason_stepped'), t.t('door.reason_mistake'), t.t('door.reason_id'), t.t('door.reason_staff')]
    : [t.t('door.reason_id'), t.t('door.reason_room'), t.t('door.reason_guest'), t.t('door.reason_staff')]
  return (
    <Sheet s={s} title={t.t('door.override')}>
      <p class="line">{t.t('door.override_reason')}</p>
      <div class="reasons">{reasons.map((r) => <button onClick={() => s.override(r)}>{r}</button>)}</div>
      <form onSubmit={(e) => { e.preventDefault(); if (text.trim()) s.override(text.trim()) }}>
        <label>{t.t('door.reason_other')}<input value={text} onInput={(e) => setText(e.currentTarget.value)} maxLength={200} autocomplete="off" /></label>
        <button class="go">{t.t('door.override')}</button>
      </form>
    </Sheet>
  )
}

// JoinScan looks for the code of a link.
export function JoinScan({ s }: { s: Scanner }) {
  const video = useRef<HTMLVideoElement>(null)
  const [note, setNote] = useState('')
  useEffect(() => {
    const eyes = new Camera(video.current!, document.getElementById('scanner')!.dataset['reader']!, (codes) => {
      const code = codes.map((c) => /#(mq_\w+)$/.exec(c)?.[1]).find(Boolean)
      if (code) s.joinBy(code)
    }, (state) => setNote(state === 'blocked' ? s.words.t('door.blocked_camera') : state === 'none' ? s.words.t('door.no_camera') : ''))
    void eyes.start()
    return () => eyes.stop()
  }, [])
  return <Sheet s={s} title={s.words.t('door.gate_code')}><div class="join-camera"><video ref={video} muted playsInline /></div>{note && <p class="line">{note}</p>}</Sheet>
}
