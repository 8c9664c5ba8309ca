import sharp, { type Sharp } from 'sharp';

/** A picture that no format makes small, such as photographs are. */
export const noisePicture = (width: number, height: number): Sharp =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
