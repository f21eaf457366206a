import { Anchor, Box, Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { paths } from '@/context/paths'
import { AppLink } from '@/ui/AppLink'
import { ClearButton, ProcessList } from './ProcessList'
import { isPending } from './status'
import { useProcesses } from './useProcesses'

type ProcessesDrawerProps = { opened: boolean; onClose(): void }

export default function ProcessesDrawer({ opened, onClose }: ProcessesDrawerProps) {
  const { t } = useTranslation(['processes', 'common'])
  const { tasks, loaded, ...result } = useProcesses()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="26rem"
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {tasks.some((task) => !isPending(task)) && (
        <Box mb="xs">
          <ClearButton />
        </Box>
      )}
      <ProcessList tasks={loaded ? tasks : undefined} result={result} />
      <Anchor component={AppLink} size="sm" to={paths.processes()} onClick={onClose} display="block" mt="md">
        {t('showAll')}
      </Anchor>
    </Drawer>
  )
}
