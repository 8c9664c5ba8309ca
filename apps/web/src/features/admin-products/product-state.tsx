import { useTranslation } from 'react-i18next';
import type { ProductState } from '@bkksiam/domain/product-input';
import { Chip, type ChipTone } from '#ui/chip.tsx';

const tones: Readonly<Record<ProductState, ChipTone>> = {
  DRAFT: 'wait',
  PUBLISHED: 'ok',
  ARCHIVED: 'calm',
};

export function StateChip({ state }: { readonly state: ProductState }) {
  const { t } = useTranslation('adminProducts');
  return (
    <Chip tone={tones[state]} small>
      {t(`state.${state}`)}
    </Chip>
  );
}
