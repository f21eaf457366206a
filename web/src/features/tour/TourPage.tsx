import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconPlayerPlay } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProfile } from '@/context/session'
import { notify } from '@/ui/dialogs/notify'
import { onceOnline } from '@/ui/once-online'
import { PageCard } from '@/ui/PageCard'
import { ResourcePage } from '@/ui/ResourcePage'
import { StatusBadge } from '@/ui/StatusBadge'
import { useSeenSteps } from './seen'
import { CHAPTERS, type Chapter, stepsFor, type TourStep } from './steps'
import classes from './TourPage.module.css'

/** The steps of the tour as a text, and where it begins. */
export function TourPage() {
  const { t } = useTranslation('tour')
  const steps = stepsFor(useProfile())
  const { seen, remember, isPending } = useSeenSteps()
  const start = useTourStart(steps, remember)
  const unseen = steps.findIndex(({ id }) => !seen.has(id))
  const isBegun = steps.some(({ id }) => seen.has(id))
  const isContinued = isBegun && unseen > 0
  return (
    <ResourcePage
      title={t('title')}
      text={t('text')}
      width="form"
      action={
        <>
          {isContinued && (
            <Button variant="default" onClick={() => start(0)}>
              {t('again')}
            </Button>
          )}
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={isPending}
            disabled={steps.length === 0}
            onClick={() => start(Math.max(unseen, 0))}
          >
            {t(isContinued ? 'continue' : isBegun && unseen < 0 ? 'again' : 'start')}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        {CHAPTERS.map((chapter) => (
          <ChapterCard key={chapter} chapter={chapter} all={steps} seen={seen} onStart={start} />
        ))}
      </Stack>
    </ResourcePage>
  )
}

type ChapterProps = {
  chapter: Chapter
  /** The whole tour, which goes on after the chapter. */
  all: TourStep[]
  seen: Set<string>
  onStart(first: number): void
}

function ChapterCard({ chapter, all, seen, onStart }: ChapterProps) {
  const { t } = useTranslation('tour')
  const steps = all.filter((step) => step.chapter === chapter)
  const [first] = steps
  if (!first) return null
  const title = t(`chapter.${chapter}`)
  return (
    <PageCard title={title}>
      <ol className={classes.steps}>
        {steps.map(({ id }) => (
          <li key={id}>
            <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
              <Stack gap={0}>
                <Text fw={500}>{t(`step.${id}.title`)}</Text>
                <Text size="sm" c="dimmed">
                  {t(`step.${id}.text`)}
                </Text>
              </Stack>
              {seen.has(id) && (
                <StatusBadge status={{ label: t('seen'), color: 'green', icon: IconCircleCheck }} />
              )}
            </Group>
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        mt="sm"
        aria-label={t('showChapter', { chapter: title })}
        onClick={() => onStart(all.indexOf(first))}
      >
        {t('show')}
      </Button>
    </PageCard>
  )
}

/** Starts the tour at a step; the part that draws it is loaded then. */
function useTourStart(steps: TourStep[], remember: ReturnType<typeof useSeenSteps>['remember']) {
  const { t } = useTranslation('tour')
  const router = useRouter()
  return (first: number) =>
    onceOnline(() => import('./run'))
      .then(({ runTour }) => runTour({ steps, first, t, router, onEnd: remember }))
      .catch(notify.failure)
}
