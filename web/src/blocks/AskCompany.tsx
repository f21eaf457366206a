import { Anchor, Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { useSite } from '@/context/site'
import { AppLink } from '@/ui/AppLink'

/** Where a text sends somebody from outside to the company: a new ticket, or the address of those who may open none. */
export function AskCompany({ shipmentId }: { shipmentId?: string }) {
  const { t } = useTranslation()
  const { can, is_outside } = useProfile()
  if (!is_outside) return null
  if (can['support_ticket.create'] !== true) return <CompanyEmail />
  const about = shipmentId ? `?shipment_id=${shipmentId}` : ''
  return (
    <Button
      component={AppLink}
      to={`${paths['supports.create']()}${about}`}
      variant="default"
      size="compact-sm"
      leftSection={<IconMessagePlus size={16} aria-hidden />}
    >
      {t('askUs')}
    </Button>
  )
}

/** The e-mail address of the company, also for visitors. */
export function CompanyEmail() {
  const { domain } = useSite()
  if (!domain.contact_email) return null
  return (
    <Anchor href={`mailto:${domain.contact_email}`} size="sm">
      {domain.contact_email}
    </Anchor>
  )
}
