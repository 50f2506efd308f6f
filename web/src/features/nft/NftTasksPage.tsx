import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'
import { Button } from '@tickmark/ui/form/Button.tsx'
import { cx } from '@tickmark/ui/base/cx.ts'
import { Icon } from '@tickmark/ui/base/Icon.tsx'
import { Progress } from '@tickmark/ui/chart/Progress.tsx'
import { NftFrame } from './NftFrame.tsx'

const TASKS = ['explorer', 'description', 'place', 'licence', 'sales', 'approval'] as const
type Task = (typeof TASKS)[number]
const PLACE = 'nft.tasks'

/** Exercises in checking NFTs. Ticks are stored in this browser only and sent nowhere. */
export function NftTasksPage() {
  const { t } = useTranslation('nft')
  const [done, setDone] = useState<readonly Task[]>(keptTasks)

  function set(next: readonly Task[]) {
    setDone(next)
    keep(PLACE, next.length > 0 ? JSON.stringify(next) : null)
  }

  const progress = t('tasks.progress', { done: done.length, count: TASKS.length })
  return (
    <NftFrame place="tasks">
      <p className="pt-3 pb-5 text-ink-2">{t('tasks.lead')}</p>
      <div className="pb-4">
        <p role="status" className="pb-1.5 text-13 font-medium">
          {done.length === TASKS.length ? t('tasks.allDone') : progress}
        </p>
        <Progress label={progress} share={done.length / TASKS.length} tone="brand" />
      </div>
      <ul>
        {TASKS.map((task) => (
          <li key={task}>
            <TaskRow
              task={task}
              done={done.includes(task)}
              onChange={(on) => set(on ? [...done, task] : done.filter((one) => one !== task))}
            />
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <Button tone="plain" size="small" icon="refresh" onClick={() => set([])} className="mt-4 -ms-3">
          {t('tasks.again')}
        </Button>
      )}
    </NftFrame>
  )
}

function TaskRow({ task, done, onChange }: { task: Task; done: boolean; onChange: (on: boolean) => void }) {
  const { t } = useTranslation('nft')
  return (
    <label className="grid cursor-pointer grid-cols-[1.5rem_1fr] gap-3.5 border-b border-rule py-4">
      <span className="relative mt-px grid size-6 place-items-center">
        <input
          type="checkbox"
          checked={done}
          onChange={(event) => onChange(event.target.checked)}
          aria-label={t(`tasks.task.${task}.title`)}
          className="peer absolute inset-0 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-edge checked:border-ink checked:bg-ink"
        />
        {done && <Icon name="check" size={16} className="pointer-events-none relative text-ground" />}
      </span>
      <span>
        <span className={cx('block font-medium', done && 'text-ink-3 line-through')}>
          {t(`tasks.task.${task}.title`)}
        </span>
        <span className="block pt-0.5 text-13 text-ink-2">{t(`tasks.task.${task}.text`)}</span>
      </span>
    </label>
  )
}

function keptTasks(): Task[] {
  const kept = keptJson(PLACE)
  return Array.isArray(kept) ? TASKS.filter((task) => kept.includes(task)) : []
}
