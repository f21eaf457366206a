import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import type { SaveState } from './useAutosave'
import classes from './Wizard.module.css'

type Props = {
  /** None before the draft exists. */
  saveState: SaveState | undefined
  id: string | undefined
}

/** State of the last changes, and the way out: the draft can be continued anywhere. */
export function SaveAndClose({ saveState, id }: Props) {
  const { t } = useTranslation('shipment-wizard')
  const navigate = useNavigate()
  if (!saveState || !id) return null
  const isLost = saveState !== 'saved' && saveState !== 'saving'
  return (
    <div className={classes.saved}>
      <Text
        size="sm"
        c={isLost ? 'var(--mantine-color-red-text)' : 'dimmed'}
        role={isLost ? 'status' : undefined}
      >
        {t(`save.${saveState}`)}
      </Text>
      <Button variant="default" onClick={() => void navigate({ to: paths['shipments.show']({ id }) })}>
        {t('close')}
      </Button>
    </div>
  )
}
