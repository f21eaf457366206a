import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { useProfile } from '@/context/session'
import { AppLink } from '@/ui/AppLink'
import classes from './Wizard.module.css'

/** A service whose price the company names: a ticket about the shipment asks for it. */
export function AskForPrice({ shipmentId }: { shipmentId: string }) {
  const { t } = useTranslation('shipment-wizard')
  const { can } = useProfile()
  return (
    <>
      <p className={classes.note}>{t('noPrice')}</p>
      {can['support_ticket.create'] === true && (
        <Button
          component={AppLink}
          to={`${paths['supports.create']()}?shipment_id=${shipmentId}`}
          variant="default"
          size="compact-sm"
          leftSection={<IconMessagePlus size={16} aria-hidden />}
        >
          {t('askPrice')}
        </Button>
      )}
    </>
  )
}
