import { Progress, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { BackgroundTask } from '@/api/schema'
import { endProgress, showProgress } from '@/ui/dialogs/progress-toasts'
import { useFormat } from '@/ui/format'
import classes from './Processes.module.css'
import { isPending, kindKey, stageKey } from './status'

/** A toast with its progress for each process under way. */
export function useProgressToasts(tasks: BackgroundTask[]) {
  const { t } = useTranslation('processes')
  const format = useFormat()
  const shown = useRef(new Set<string>())
  useEffect(() => {
    const pending = tasks.filter(isPending)
    for (const id of shown.current) {
      if (!pending.some((task) => task.id === id)) endProgress(id)
    }
    shown.current = new Set(pending.map(({ id }) => id))
    for (const task of pending) {
      const kind = t(kindKey(task))
      const { done, total, next_try_at } = task
      const state =
        total === null || next_try_at
          ? t(stageKey(task), { time: next_try_at && format.time(next_try_at) })
          : t('of', { done: format.number(done), total: format.number(total) })
      showProgress(task.id, <ProgressLine kind={kind} state={state} percent={task.progress} />, kind)
    }
  }, [tasks, t, format])
}

function ProgressLine({ kind, state, percent }: { kind: string; state: string; percent: number }) {
  const { t } = useTranslation('processes')
  return (
    <div className={classes.toast}>
      <Text size="xs" truncate>
        {kind} · {state}
      </Text>
      <Progress.Root size="xs">
        <Progress.Section value={percent} aria-label={t('progress', { kind })} />
      </Progress.Root>
    </div>
  )
}
