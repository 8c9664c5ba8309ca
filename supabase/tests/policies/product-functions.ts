/** Lines of the table in feature-functions.ts: the functions of the shop. */
export const productAnswers = `  bkk_admin_save_product  refused  refused  refused  invalid  refused  refused
  bkk_admin_import_products  refused  refused  refused  invalid  refused  refused
  bkk_admin_set_product_state  refused  refused  refused  conflict  refused  refused
  bkk_admin_adjust_stock  refused  refused  refused  conflict  refused  refused
  bkk_admin_count_products  refused  refused  refused  {...}  refused  refused
`;

const nothing = '00000000-0000-4000-8000-0000000000aa';

/** The arguments, as in functions.ts. */
export const productArguments: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bkk_admin_save_product: {
    p_product_id: 'tote',
    p_version: 1,
    p_product: '{}',
    p_idempotency_key: nothing,
  },
  bkk_admin_import_products: { p_products: '[]' },
  bkk_admin_set_product_state: { p_product_id: 'tote', p_version: 0, p_state: 'DRAFT' },
  bkk_admin_adjust_stock: {
    p_variant_id: 'tote',
    p_kind: 'RECEIVED',
    p_quantity: 1,
    p_note: '',
    p_idempotency_key: nothing,
  },
  bkk_admin_count_products: { p_search: '' },
};
