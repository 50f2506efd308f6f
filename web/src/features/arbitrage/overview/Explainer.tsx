import { easeOut } from '@tickmark/ui/base/easeOut.ts'
import { VisuallyHidden } from '@tickmark/ui/base/VisuallyHidden.tsx'
import { useSyncExternalStore } from 'react'
import { Section } from '../../../components/Section.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { SCENES, SceneDrawing } from './explainerScenes.tsx'
import { usePlayer } from './usePlayer.ts'

const SCENE_MS = 6_000
/** Share of a scene's time with movement; then it stands still. */
const MOVES = 0.6

/**
 * How the programme works, as a short animation drawn in the page: it plays offline, in every language, with
 * controls. With reduced motion, each scene is a still picture.
 */
export function Explainer() {
  const { t } = useTranslation('arbitrage')
  const lengthMs = SCENES.length * SCENE_MS
  const { atMs, isPlaying, seek, toggle } = usePlayer(lengthMs)
  const isCalm = useSyncExternalStore(follow, () => matchMedia(CALM).matches)
  const number = Math.min(SCENES.length - 1, Math.floor(atMs / SCENE_MS))
  const scene = SCENES[number] ?? 'gap'
  const caption = t(`film.${scene}`)
  const place = t('film.place', { number: String(number + 1), count: String(SCENES.length) })
  return (
    <Section title={t('film.title')}>
      <figure className="max-w-[32rem] overflow-hidden rounded-3 border border-rule bg-sheet">
        <SceneDrawing
          scene={scene}
          label={caption}
          share={isCalm ? 1 : easeOut((atMs - number * SCENE_MS) / SCENE_MS / MOVES)}
        />
        <div className="flex items-center gap-3 border-t border-rule ps-1.5 pe-4">
          <button
            type="button"
            aria-label={t(isPlaying ? 'film.pause' : 'film.play')}
            onClick={toggle}
            className="grid size-11 flex-none place-items-center rounded-full text-brand active:bg-well"
          >
            <PlayMark isPlaying={isPlaying} />
          </button>
          <input
            type="range"
            dir="ltr"
            min={0}
            max={lengthMs}
            step={SCENE_MS / 20}
            value={atMs}
            onChange={(event) => seek(Number(event.target.value))}
            aria-label={t('film.seek')}
            aria-valuetext={place}
            className="h-11 min-w-0 flex-1 accent-brand"
          />
          <bdi dir="ltr" aria-hidden="true" className="text-12 text-ink-3 tabular-nums">
            {`${number + 1}/${SCENES.length}`}
          </bdi>
        </div>
        <figcaption className="min-h-[4.5rem] px-4 pb-4 text-13" aria-live="polite">
          <VisuallyHidden>{place} </VisuallyHidden>
          {caption}
        </figcaption>
      </figure>
    </Section>
  )
}

const CALM = '(prefers-reduced-motion: reduce)'

function follow(run: () => void): () => void {
  const media = matchMedia(CALM)
  media.addEventListener('change', run)
  return () => media.removeEventListener('change', run)
}

function PlayMark({ isPlaying }: { isPlaying: boolean }) {
  return (
    <svg viewBox="0 0 24 24" className="size-[1.375rem]" fill="currentColor" aria-hidden="true">
      <path d={isPlaying ? 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z' : 'M8 5l11 7-11 7z'} />
    </svg>
  )
}
