import { Alert, Anchor, List, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { listed, type Problem } from './problems'
import type { Place } from './sheet'

/** A problem of the sheet in words. */
export function useProblemText() {
  const { t } = useTranslation('price-grid')
  return useCallback(({ kind, text }: Problem) => t(`grid.problem.${kind}`, { text }), [t])
}

type ProblemListProps = { problems: readonly Problem[]; goTo(place: Place): void }

/** Problems that keep the sheet from being saved; each line leads to its cell. */
export function ProblemList({ problems, goTo }: ProblemListProps) {
  const { t } = useTranslation('price-grid')
  const textOf = useProblemText()
  if (problems.length === 0) return null
  const shown = listed(problems)
  return (
    <Alert
      mb="sm"
      color="red"
      icon={<IconAlertCircle aria-hidden />}
      title={t('grid.problems', { count: problems.length })}
    >
      <List size="sm">
        {shown.map((problem) => (
          <List.Item key={`${problem.place.row} ${problem.place.col}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              ta="start"
              onClick={() => goTo(problem.place)}
            >
              {t('grid.problemAt', { row: problem.place.row + 1, text: textOf(problem) })}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {shown.length < problems.length && (
        <Text size="sm">{t('grid.moreProblems', { count: problems.length - shown.length })}</Text>
      )}
    </Alert>
  )
}
