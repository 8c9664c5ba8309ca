/** The HTTP status of nearly every error of this protocol; the body has the one that is meant. */
const usualStatus = 400;

/** An error of the storage protocol; `sendStorageError` renders it. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;
  readonly statusCode: string;
  /** The older word beside the code. */
  readonly error: string;
  readonly httpStatus: number;

  constructor(
    code: string,
    statusCode: number,
    error: string,
    message: string,
    httpStatus = usualStatus,
  ) {
    super(message);
    this.code = code;
    this.statusCode = String(statusCode);
    this.error = error;
    this.httpStatus = httpStatus;
  }
}

const storageError = (...given: ConstructorParameters<typeof StorageError>) =>
  new StorageError(...given);

const duplicate = (code: string) =>
  storageError(code, 409, 'Duplicate', 'The resource already exists');
const tooLarge = (message: string) =>
  storageError('EntityTooLarge', 413, 'Payload too large', message);

/** Every error of this service, named after its code where a code has one message. */
export const storageErrors = {
  noSuchBucket: () => storageError('NoSuchBucket', 404, 'Bucket not found', 'Bucket not found'),
  noSuchKey: () => storageError('NoSuchKey', 404, 'not_found', 'Object not found'),
  notFound: () => storageError('NotFound', 404, 'not_found', 'Not found', 404),
  keyExists: () => duplicate('KeyAlreadyExists'),
  bucketExists: () => duplicate('BucketAlreadyExists'),
  resourceExists: () => duplicate('ResourceAlreadyExists'),
  accessDenied: (message: string, httpStatus?: number) =>
    storageError('AccessDenied', 403, 'Unauthorized', message, httpStatus),
  policyViolation: () => storageErrors.accessDenied('new row violates row-level security policy'),
  objectTooLarge: () => tooLarge('The object exceeded the maximum allowed size'),
  userMetadataTooLarge: () => tooLarge('The user_metadata exceeded the maximum allowed size'),
  limitTooLarge: () => tooLarge('The size limit is above the limit of this server'),
  mimeType: (type: string) =>
    storageError(
      'InvalidMimeType',
      415,
      'invalid_mime_type',
      `mime type ${type.slice(0, 255)} is not supported`,
    ),
  invalidKey: (key: string) => storageError('InvalidKey', 400, 'InvalidKey', `Invalid key: ${key}`),
  invalidBucketName: () =>
    storageError('InvalidBucketName', 400, 'Invalid Input', 'Bucket name invalid'),
  invalidRequest: (message: string) => storageError('InvalidRequest', 400, 'Error', message),
  noRelated: () =>
    storageError('InvalidRequest', 404, 'Error', 'The related resource does not exist'),
  noContent: () => storageErrors.invalidRequest('No content provided'),
  bucketNotEmpty: () =>
    storageError(
      'ResourceNotEmpty',
      409,
      'ResourceNotEmpty',
      'The bucket you tried to delete is not empty',
    ),
  invalidJwt: (message: string) => storageError('InvalidJWT', 400, 'InvalidJWT', message),
  invalidSignature: (message: string) =>
    storageError('InvalidSignature', 400, 'InvalidSignature', message),
  invalidRange: () =>
    storageError('InvalidRange', 416, 'invalid_range', 'invalid range provided', 416),
  slowDown: () => storageError('SlowDown', 429, 'SlowDown', 'Too many requests', 429),
  databaseTimeout: () =>
    storageError('DatabaseTimeout', 544, 'DatabaseTimeout', 'The database timed out', 544),
  unavailable: () =>
    storageError('Unavailable', 503, 'Unavailable', 'The service is not available', 503),
  /** Of a resumable upload, in the words of its protocol. */
  tus: (status: number, message: string) =>
    storageError('TusError', status, 'TusError', message, status),
  /** The disk or the service that keeps the bytes. */
  bytesFailed: (message: string) => storageError('InternalError', 500, 'internal', message, 500),
  internal: () =>
    storageError('InternalError', 500, 'internal', 'Something went wrong. Please try again.', 500),
};
