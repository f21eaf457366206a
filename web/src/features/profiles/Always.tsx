import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UserProfileChoice } from '@/api/schema'
import { enumerated } from '@/ui/wording'
import { isOpen } from './matrix-rows'

/** The rights that do not depend on a profile, in one sentence instead of fixed boxes. */
export function Always({ choices }: { choices: UserProfileChoice[] }) {
  const { t } = useTranslation(['profiles', 'shell'])
  const fixed = choices.filter((choice) => !isOpen(choice) && choice.scopes[0] !== 'none')
  const resources = [...new Set(fixed.map(({ resource }) => resource))]
  if (resources.length === 0) return null
  const names = resources.map((resource) => t(`shell:resources.${resource}`))
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {t('matrix.always', { list: enumerated(names) })}
    </Text>
  )
}
