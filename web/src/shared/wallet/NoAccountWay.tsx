import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AskCompany } from '@/blocks/AskCompany'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'

/** Without an account to pay to: clients ask, staff add one to a subsidiary. */
export function NoAccountWay() {
  const { t } = useTranslation('shell')
  const { is_outside, menu } = useProfile()
  if (is_outside) return <AskCompany />
  if (!menu.subsidiaries) return null
  return (
    <Button component={AppLink} to={paths['subsidiaries.index']()} variant="default" size="compact-sm">
      {t('resources.subsidiary')}
    </Button>
  )
}
