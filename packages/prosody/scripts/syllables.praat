# Counts syllable nuclei by the published method of de Jong & Wempe (2009): local maxima of the intensity curve within
# 25 dB of its 99 % quantile, followed by a dip of at least 2 dB before the next one, voiced at the maximum.
form Syllables
  sentence file
endform
sound = Read from file: file$
duration = Get total duration
pitch = To Pitch (ac): 0.02, 30, 4, "no", 0.03, 0.25, 0.01, 0.35, 0.25, 450
selectObject: sound
intensity = To Intensity: 50, 0, "yes"
loudest = Get quantile: 0, 0, 0.99
lowest = Get minimum: 0, 0, "parabolic"
threshold = max (loudest - 25, lowest)
frames = Get number of frames
peaks = 0
for i from 2 to frames - 1
  before = Get value in frame: i - 1
  here = Get value in frame: i
  after = Get value in frame: i + 1
  if here > before and here >= after and here > threshold
    peaks = peaks + 1
    time [peaks] = Get time from frame number: i
    level [peaks] = here
  endif
endfor
nuclei = 0
for p to peaks - 1
  selectObject: intensity
  dip = Get minimum: time [p], time [p + 1], "none"
  if level [p] - dip > 2
    selectObject: pitch
    f0 = Get value at time: time [p], "Hertz", "linear"
    if f0 <> undefined
      nuclei = nuclei + 1
    endif
  endif
endfor
writeInfoLine: nuclei, " ", duration
