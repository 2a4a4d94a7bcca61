import { useEffect, useRef, useState } from 'preact/hooks'
import { Code, Glass, Keyboard, Lock, Menu, NoWifi, Torch, Wifi, Shape } from './icons'
import type { Scanner } from './state'
import { Details, JoinScan, MenuSheet, Override, Rejected, SearchSheet, TypeSheet } from './sheets'
import { VerdictView } from './verdict_view'

export function App({ s }: { s: Scanner }) {
  const video = useRef<HTMLVideoElement>(null)
  const screen = s.screen.value
  return (
    <div class={`app ${screen} half-${s.half.value}${s.dim.value ? ' dim' : ''}`}>
      {screen === 'opening' && <Opening />}
      {screen === 'elsewhere' && <Elsewhere s={s} />}
      {screen === 'join' && <Join s={s} />}
      {screen === 'locked' && <Locked s={s} />}
      {(screen === 'start' || screen === 'ready') && (
        <>
          <Head s={s} />
          <div class="camera" onClick={() => s.wake()}>
            <video ref={video} muted playsInline aria-hidden="true" />
            {screen === 'ready' && <CameraNote s={s} />}
          </div>
          {screen === 'start' ? <Start s={s} begin={() => void s.start(video.current!)} /> : <Ready s={s} />}
        </>
      )}
      {s.verdict.value && <VerdictView s={s} v={s.verdict.value} />}
      {s.sheet.value === 'type' && <TypeSheet s={s} />}
      {s.sheet.value === 'search' && <SearchSheet s={s} />}
      {s.sheet.value === 'menu' && <MenuSheet s={s} />}
      {s.sheet.value === 'details' && <Details s={s} />}
      {s.sheet.value === 'override' && <Override s={s} />}
      {s.sheet.value === 'joinScan' && <JoinScan s={s} />}
      {s.note.value && <p class="note" role="status">{s.note.value}</p>}
      <p class="unseen" role="alert">{s.said.value}</p>
    </div>
  )
}

const Opening = () => <div class="opening" role="status" aria-label="Marquee"><span class="spinner" /></div>

const Elsewhere = ({ s }: { s: Scanner }) => (
  <div class="locked-note">
    <div role="alert"><h1>{s.words.t('door.other_tab')}</h1><p>{s.words.t('door.other_tab_text')}</p></div>
    <button class="go" onClick={() => void s.takeOver()}>{s.words.t('door.take_over')}</button>
  </div>
)

function Head({ s }: { s: Scanner }) {
  const home = s.home.value
  const t = s.words
  return (
    <header class="head">
      <h1><b dir="auto">{home?.device.gate || s.zone.value?.name}</b><span dir="auto">{home?.device.gate ? `${s.zone.value?.name ?? ''}, ` : ''}{home?.event.name}</span></h1>
      <span class={`wire ${s.onlineNow.value ? 'on' : 'off'}`} role="status">{s.onlineNow.value ? <Wifi /> : <NoWifi />}<span>{t.t(s.onlineNow.value ? 'door.online' : 'door.offline')}</span></span>
      <button class="plain" aria-label={t.t('door.menu')} onClick={() => (s.sheet.value = 'menu')}><Menu /></button>
    </header>
  )
}

function CameraNote({ s }: { s: Scanner }) {
  const state = s.camera.value
  if (state === 'on') return <div class="frame" aria-hidden="true"><i /><i /><i /><i /></div>
  const text = state === 'asleep' ? 'door.wake' : state === 'blocked' ? 'door.blocked_camera' : state === 'none' ? 'door.no_camera' : undefined
  return text ? <p class="camera-note">{s.words.t(text)}</p> : null
}

function Start({ s, begin }: { s: Scanner; begin: () => void }) {
  return (
    <div class="panel">
      <Loading s={s} />
      <button class="go" onClick={begin}>{s.words.t('door.start')}</button>
      <p class="line">{s.words.t('door.start_text')}</p>
    </div>
  )
}

function Loading({ s }: { s: Scanner }) {
  const l = s.loading.value
  if (!l) return s.listed.tickets > 0 ? <p class="line">{s.words.t('door.saved_list', { n: s.listed.tickets })}</p> : null
  const percent = Math.floor((l.done / Math.max(1, l.total)) * 100)
  return (
    <div class="loading" role="status">
      <p>{s.words.t('door.loading', { n: l.total, percent })}</p>
      <progress value={l.done} max={l.total} />
      <p class="line">{s.words.t('door.loading_online')}</p>
    </div>
  )
}

function Ready({ s }: { s: Scanner }) {
  const t = s.words
  const z = s.zone.value
  const last = s.past.value[0]
  const offline = !s.onlineNow.value
  return (
    <div class="panel">
      {offline ? <OfflineNote s={s} /> : <Counters s={s} />}
      {s.loading.value && <Loading s={s} />}
      {s.sentNow.value > 0 && <p class="sent" role="status">{t.t('door.sent', { n: s.sentNow.value })}</p>}
      {z?.rules.mode === 'in&out' && (
        <div class="ways" role="radiogroup" aria-label={t.t('door.zone')}>
          {(['in', 'out'] as const).map((way) => (
            <button role="radio" aria-checked={s.direction.value === way} onClick={() => (s.direction.value = way)}>{t.t(way === 'in' ? 'door.in' : 'door.out')}</button>
          ))}
        </div>
      )}
      {last && !offline && (
        <button class="last" onClick={() => (s.sheet.value = 'menu')}>
          <span class={`dot ${last.verdict.family}`}><Shape of={last.verdict.shape} /></span>
          <b dir="auto">{last.verdict.told.name || last.verdict.why || last.verdict.word}</b>
          <time>{t.clock(last.verdict.at)}</time>
        </button>
      )}
      <nav class="tools">
        <button onClick={() => (s.sheet.value = 'type')}><Keyboard />{t.t('door.type')}</button>
        <button onClick={() => (s.sheet.value = 'search')}><Glass />{t.t('door.search')}</button>
        {s.torch.value !== 'none' && (
          <button aria-pressed={s.torch.value === 'on'} onClick={() => void s.switchTorch()}><Torch />{t.t('door.torch')}</button>
        )}
      </nav>
    </div>
  )
}

function Counters({ s }: { s: Scanner }) {
  const z = s.zone.value
  const t = s.words
  if (!z) return null
  return (
    <p class="counters">
      <b>{t.number(z.present)}</b>
      <span>{z.rules.capacity != null ? t.t('door.inside_of', { n: z.rules.capacity }) : t.t('door.inside')}</span>
      <span class="pace">{t.t('door.per_minute', { n: s.pace.value })}</span>
    </p>
  )
}

function OfflineNote({ s }: { s: Scanner }) {
  const t = s.words
  const time = t.clock(s.listed.at * 1000)
  return (
    <section class="offline">
      <h2>{t.t('door.keep_scanning')}</h2>
      <p><Kept s={s} /> {s.listed.tickets > 0 && t.t('door.list_from', { time, n: s.listed.tickets })}</p>
      {s.listed.tickets > 0 && <p>{t.t('door.bought_later', { time })}</p>}
    </section>
  )
}

function Kept({ s }: { s: Scanner }) {
  const kept = s.words.t('door.kept', { n: s.queue.value })
  return <>{kept.split(/<\/?b>/).map((part, i) => (i % 2 === 1 ? <b>{part}</b> : part))}</>
}

function Join({ s }: { s: Scanner }) {
  const t = s.words
  const [code, setCode] = useState(s.joinCode.value)
  const [name, setName] = useState('')
  useEffect(() => setCode(s.joinCode.value), [s.joinCode.value])
  const typed = !s.joinCode.value || s.problem.value !== '' // a code that was refused can be typed anew
  return (
    <div class="join">
      <h1>{t.t('door.join_title')}</h1>
      <p class="lead">{t.t('door.join_text')}</p>
      {(!code || (s.problem.value && code === s.joinCode.value)) && <button class={code ? '' : 'go'} onClick={() => (s.sheet.value = 'joinScan')}><Code />{t.t('door.gate_code')}</button>}
      <form onSubmit={(e) => { e.preventDefault(); void s.join(code, name) }}>
        {s.problem.value && <p class="problem" role="alert">{s.problem.value}</p>}
        {typed && <label>{t.t('door.join_code')}<input value={code} onInput={(e) => setCode(e.currentTarget.value)} autocomplete="off" autocapitalize="none" spellcheck={false} required /></label>}
        <label>{t.t('door.join_name')}<input value={name} onInput={(e) => setName(e.currentTarget.value)} maxLength={60} autocomplete="name" required aria-describedby="join-name" /></label>
        <p class="line" id="join-name">{t.t('door.join_name_help')}</p>
        <button class={code ? 'go' : ''} aria-disabled={s.busy.value}>{t.t('door.join_do')}</button>
      </form>
      <a class="link" href="/staff">{t.t('door.sign_in')}</a>
    </div>
  )
}

const Locked = ({ s }: { s: Scanner }) => (
  <div class="locked-note">
    <Lock />
    <div role="alert"><h1>{s.words.t('door.locked')}</h1><p>{s.words.t('door.locked_text')}</p></div>
    <Rejected s={s} />
    {s.queue.value > 0 && <p role="status"><Kept s={s} /></p>}
  </div>
)
